import type { AuditDocument } from '../../database/collections.ts';

/** What an update adds for the audit log: an act, or that it undoes an act. */
export type UserActs = { done: AuditDocument } | { takenBack: AuditDocument };

/** The part of a user's update that adds an act to `unfiledActs`, or removes an undone one. */
export function changeActs(acts: UserActs) {
  return 'done' in acts
    ? { $push: { unfiledActs: acts.done } }
    : { $pull: { unfiledActs: { _id: acts.takenBack._id } } };
}
