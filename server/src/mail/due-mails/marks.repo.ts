import type { AuditAction } from '@speakifyr/contract/limits.ts';
import type { AuditDocument, Collections } from '../../database/collections.ts';

/**
 * The marks `mailDue`: an update that makes a change also notes that people must hear of it. See OutboxDocument. Each
 * mark is removed when its lines are in the outbox.
 */

/** How many marked documents are read at once. */
export const MARKS_AT_ONCE = 100;

/** New users whose address is confirmed. The others are welcomed later. */
export async function listNewUsers({ users }: Collections) {
  return users.find({ mailDue: true, isVerified: true }).limit(MARKS_AT_ONCE).toArray();
}

export async function unmarkUser(
  { users }: Collections,
  { _id }: Awaited<ReturnType<typeof listNewUsers>>[number],
): Promise<void> {
  await users.updateOne({ _id }, { $unset: { mailDue: '' } });
}

/** Payments that have just bought a seat or were refunded. */
export async function listClosedPayments({ payments }: Collections) {
  return payments.find({ mailDue: true }).limit(MARKS_AT_ONCE).toArray();
}

/** A payment that was refunded since it was read keeps its mark. */
export async function unmarkPayment(
  { payments }: Collections,
  { _id, status }: Awaited<ReturnType<typeof listClosedPayments>>[number],
): Promise<void> {
  await payments.updateOne({ _id, status }, { $unset: { mailDue: '' } });
}

/** Acts that people must hear of, oldest first. */
export async function listActs(
  { auditLog }: Collections,
  actions: readonly AuditAction[],
): Promise<AuditDocument[]> {
  const filter = { mailDue: true as const, action: { $in: [...actions] } };
  return auditLog.find(filter).sort({ at: 1 }).limit(MARKS_AT_ONCE).toArray();
}

export async function unmarkActs({ auditLog }: Collections, acts: AuditDocument[]): Promise<void> {
  await auditLog.updateMany(
    { _id: { $in: acts.map(({ _id }) => _id) } },
    { $unset: { mailDue: '' } },
  );
}

/** Messages of the contact form that no admin has heard of. */
export async function listNewMessages({ contactMessages }: Collections) {
  return contactMessages.find({ mailDue: true }).limit(MARKS_AT_ONCE).toArray();
}

export async function unmarkMessage(
  { contactMessages }: Collections,
  { _id }: Awaited<ReturnType<typeof listNewMessages>>[number],
): Promise<void> {
  await contactMessages.updateOne({ _id }, { $unset: { mailDue: '' } });
}
