import { SYSTEM, auditEvent } from '../../events/audit-event.ts';
import { listClassesTaughtBy } from '../../classes/classes.service.ts';
import type { Services } from '../../services.ts';
import { changeRole, changeUnless } from '../users/change-user.ts';
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
  const change = changeRole(user.role, 'admin');
  const problem = await changeUnless(
    user._id,
    {
      change: { ...change, from: { ...change.from, isVerified: true } },
      undo: changeRole('admin', user.role),
    },
    auditEvent(
      {
        ...{ by: SYSTEM, type: 'make admin', target: email },
        ...{ before: { role: user.role }, after: { role: 'admin' } },
      },
      services,
    ),
    // An admin may have assigned them a class at the same moment.
    async () => (await listClassesTaughtBy(email, services))[0],
    services,
  );
  if (problem === 'changed') return refuse(`${email} has just changed. Please try again.`);
  if (problem) return refuseTeacher(email, problem.name);
  return { isAdmin: true, sentence: `${email} is an admin now.` };
}

function refuseTeacher(email: string, course: string): MadeAdmin {
  return refuse(`${email} teaches ${course}. First, an admin has to unassign the class.`);
}

function refuse(sentence: string): MadeAdmin {
  return { isAdmin: false, sentence };
}
