import { SYSTEM, auditEvent, settleEvent, undoable } from '../../events/audit-event.ts';
import { listClassesTaughtBy } from '../../classes/classes.service.ts';
import type { Services } from '../../services.ts';
import { changeUserRole } from '../users/users.service.ts';
import { findAnyUser } from '../users/find-users.ts';

/** The result as a sentence, and whether the person is an admin now. */
export type MadeAdmin = { isAdmin: boolean; sentence: string };

/**
 * Makes a registered person an admin. A new school needs this for its first admin: nobody else could promote them.
 * @param email in lower case
 * @returns a sentence for the person at the terminal
 */
export async function makeAdmin(
  email: string,
  services: Pick<Services, 'database' | 'now' | 'log'>,
): Promise<MadeAdmin> {
  const user = await findAnyUser(email, services);
  if (!user) return refuse(`No user has the email ${email}. They have to sign up first.`);
  if (user.status === 'removed')
    return refuse(`${email} was removed from the school, and can't come back as an admin.`);
  if (user.role === 'admin') return { isAdmin: true, sentence: `${email} is an admin already.` };
  if (!user.isVerified)
    return refuse(
      `${email} has not confirmed this address yet. They have to open the link in our email and log in again.`,
    );

  const [taught] = await listClassesTaughtBy(email, services);
  if (taught) return refuseTeacher(email, taught.name);
  const act = undoable(
    auditEvent(
      {
        by: SYSTEM,
        type: 'make admin',
        target: email,
        before: { role: user.role },
        after: { role: 'admin' },
      },
      services,
    ),
  );
  if (!(await changeUserRole(user._id, user.role, 'admin', { done: act }, services)))
    return refuse(`${email} has just changed. Please try again.`);
  // Check again: an admin may have assigned them a class at the same moment.
  const [taughtNow] = await listClassesTaughtBy(email, services);
  if (taughtNow) {
    await changeUserRole(user._id, 'admin', user.role, { takenBack: act }, services);
    return refuseTeacher(email, taughtNow.name);
  }
  await settleEvent(act, user._id, services);
  return { isAdmin: true, sentence: `${email} is an admin now.` };
}

function refuseTeacher(email: string, course: string): MadeAdmin {
  return refuse(`${email} teaches ${course}. First, an admin has to unassign the class.`);
}

function refuse(sentence: string): MadeAdmin {
  return { isAdmin: false, sentence };
}
