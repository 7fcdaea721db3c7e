import type { Role } from '@speakifyr/contract/limits.ts';
import type { Filter, ObjectId, UpdateFilter } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { AuditEvent } from '../database/event-document.ts';
import { settleEvent, undoable } from '../events/audit-event.ts';
import type { Services } from '../services.ts';

/** A change of a user who still matches `from`. */
export type UserChange = { from: Filter<UserDocument>; update: UpdateFilter<UserDocument> };

/** A new admin may do everything. After a change of role, people decide anew whether class pages name them. R424 */
export function changeRole(from: Role, to: Role): UserChange {
  return {
    from: { role: from, status: 'active' },
    update: { $set: { role: to }, $unset: { bundle: '', isNamed: '' } },
  };
}

/**
 * Changes a user, and undoes it if it breaks a rule. It writes first and checks afterwards: of two concurrent changes,
 * each sees the other, and at least one is undone. Two admins who remove each other both stay; so does an instructor
 * who was just given a class.
 * @param event for the audit log, which never gets it if the change is undone
 * @param findProblem which rule it breaks
 * @returns that rule; `changed` if the user is not as they were read; undefined if the change stays
 */
export async function changeUnless<Problem>(
  _id: ObjectId,
  { change, undo }: { change: UserChange; undo: UserChange },
  event: AuditEvent,
  findProblem: () => Promise<Problem | undefined>,
  services: Pick<Services, 'database' | 'log'>,
): Promise<Problem | 'changed' | undefined> {
  const { users } = services.database.collections;
  const pending = undoable(event);
  const { modifiedCount } = await users.updateOne(
    { ...change.from, _id },
    { ...change.update, $push: { events: pending } },
  );
  if (modifiedCount === 0) return 'changed';
  const problem = await findProblem();
  if (problem === undefined) await settleEvent(pending, _id, services);
  else {
    const takenBack = { $pull: { events: { _id: pending._id } } };
    await users.updateOne({ ...undo.from, _id }, { ...undo.update, ...takenBack });
  }
  return problem;
}

/** Whether no active admin is left who may do everything. */
export async function isDirectorMissing({ database }: Pick<Services, 'database'>) {
  const { users } = database.collections;
  const isDirector = { role: 'admin', status: 'active', bundle: { $exists: false } } as const;
  return (await users.countDocuments(isDirector)) === 0;
}
