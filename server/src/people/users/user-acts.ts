import type { AuditEvent } from '../../database/event-document.ts';

/** What an update adds for the audit log: an act, or that it undoes an act. */
export type UserActs = { done: AuditEvent } | { takenBack: AuditEvent };

/** The part of a user's update that adds an act to `events`, or removes an undone one. */
export function changeActs(acts: UserActs) {
  return 'done' in acts
    ? { $push: { events: acts.done } }
    : { $pull: { events: { _id: acts.takenBack._id } } };
}
