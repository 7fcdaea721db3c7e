import type { ObjectId } from 'mongodb';

/**
 * An entry of the audit log: an admin's act, a refund or a deletion. The update that makes an admin's change also
 * writes the act into the changed document (`unfiledActs`), so that a crash can't lose it. Then the act moves to the
 * audit log. It never changes, except that the deletion of an account replaces email and name.
 */
export type AuditDocument = {
  /** Random, or a name such as refund-pi_… for something that happens only once. */
  _id: string;
  who: string;
  action: string;
  target: string;
  /** Every email address in the entry. */
  people: string[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  at: Date;
  /** The class that an act changed, if its people get an email about it. */
  classId?: ObjectId;
  /** See OutboxDocument. */
  mailDue?: true;
};
