import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import { PAYMENT_STATES } from '@speakifyr/contract/limits.ts';
import type { ChildDocument } from '../../database/family-documents.ts';
import type { RefundDocument } from '../../database/money-documents.ts';
import type {
  AuditDocument,
  Collections,
  ContactMessageDocument,
  PaymentDocument,
  UserDocument,
} from '../../database/collections.ts';

/**
 * The marks `mailDue`: an update that makes a change also notes that people must hear of it. See OutboxDocument. Each
 * mark is removed when its lines are in the outbox.
 */

/** How many marked documents are read at once. */
export const MARKS_AT_ONCE = 100;

export const UNMARK = { $unset: { mailDue: '' as const } };

/** New users whose address is confirmed. The others are welcomed later. */
export async function listNewUsers({ users }: Collections): Promise<UserDocument[]> {
  return users.find({ mailDue: true, isVerified: true }).limit(MARKS_AT_ONCE).toArray();
}

export async function unmarkUsers({ users }: Collections, marked: UserDocument[]): Promise<void> {
  await users.updateMany({ _id: { $in: marked.map(({ _id }) => _id) } }, UNMARK);
}

/** Payments that have just bought a seat, were refunded, or were refused by a bank that had worked on them. */
export async function listMarkedPayments({ payments }: Collections): Promise<PaymentDocument[]> {
  return payments.find({ mailDue: true }).limit(MARKS_AT_ONCE).toArray();
}

/** A payment whose state has changed since it was read keeps its mark. */
export async function unmarkPayments(
  { payments }: Collections,
  marked: PaymentDocument[],
): Promise<void> {
  for (const status of PAYMENT_STATES) {
    const ids = marked.filter((payment) => payment.status === status).map(({ _id }) => _id);
    if (ids.length > 0) await payments.updateMany({ _id: { $in: ids }, status }, UNMARK);
  }
}

/** Refunds that people must hear of. */
export async function listMarkedRefunds({ refunds }: Collections): Promise<RefundDocument[]> {
  return refunds.find({ mailDue: true }).limit(MARKS_AT_ONCE).toArray();
}

/** A refund that failed since it was read, or that an admin has assigned to a seat, keeps its mark. */
export async function unmarkRefunds(
  { refunds }: Collections,
  marked: RefundDocument[],
): Promise<void> {
  if (marked.length === 0) return;
  await refunds.bulkWrite(
    marked.map(({ _id, cartId, state, attempt }) => ({
      updateOne: { filter: { _id, cartId, state, attempt }, update: UNMARK },
    })),
    { ordered: false },
  );
}

/** Children with a new invitation. */
export async function listInvitingChildren({ children }: Collections): Promise<ChildDocument[]> {
  return children.find({ mailDue: true }).limit(MARKS_AT_ONCE).toArray();
}

/** A child with an invitation that was added since it was read keeps its mark. */
export async function unmarkChildren(
  { children }: Collections,
  marked: ChildDocument[],
): Promise<void> {
  if (marked.length === 0) return;
  await children.bulkWrite(
    marked.map(({ _id, invitations }) => ({
      updateOne: { filter: { _id, invitations }, update: UNMARK },
    })),
    { ordered: false },
  );
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
  await auditLog.updateMany({ _id: { $in: acts.map(({ _id }) => _id) } }, UNMARK);
}

/** Messages of the contact form that no admin has heard of. */
export async function listNewMessages({
  contactMessages,
}: Collections): Promise<ContactMessageDocument[]> {
  return contactMessages.find({ mailDue: true }).limit(MARKS_AT_ONCE).toArray();
}

export async function unmarkMessages(
  { contactMessages }: Collections,
  marked: ContactMessageDocument[],
): Promise<void> {
  await contactMessages.updateMany({ _id: { $in: marked.map(({ _id }) => _id) } }, UNMARK);
}
