import type { Collections, PaymentDocument } from '../../database/collections.ts';
import type { CancellationDocument, TransferDocument } from '../../database/money-documents.ts';
import { MARKS_AT_ONCE, UNMARK } from './marks.repo.ts';

/** The marks of canceled and moved seats, and of disputes: see marks.repo.ts. */

/** Canceled seats that people must hear of. */
export async function listMarkedCancellations({
  seatChanges,
}: Collections): Promise<CancellationDocument[]> {
  return seatChanges
    .find<CancellationDocument>({ mailDue: true, kind: { $in: ['cancel', 'resell'] } })
    .limit(MARKS_AT_ONCE)
    .toArray();
}

export async function unmarkCancellations(
  { seatChanges }: Collections,
  marked: CancellationDocument[],
): Promise<void> {
  await seatChanges.updateMany({ _id: { $in: marked.map(({ _id }) => _id) } }, UNMARK);
}

/** Seats that have moved, or for whose move the family must pay, and people must hear of it. */
export async function listMarkedTransfers({
  seatChanges,
}: Collections): Promise<TransferDocument[]> {
  return seatChanges
    .find<TransferDocument>({ mailDue: true, kind: 'move' })
    .limit(MARKS_AT_ONCE)
    .toArray();
}

export async function unmarkTransfers(
  { seatChanges }: Collections,
  marked: TransferDocument[],
): Promise<void> {
  // One that was paid since it was read keeps its mark.
  for (const state of ['open', 'decided', 'done', 'rejected'] as const) {
    const ids = marked.filter((one) => one.state === state).map(({ _id }) => _id);
    if (ids.length > 0) await seatChanges.updateMany({ _id: { $in: ids }, state }, UNMARK);
  }
}

/** Payments with a dispute that the admins must hear of. */
export async function listMarkedDisputes({ payments }: Collections): Promise<PaymentDocument[]> {
  return payments.find({ 'dispute.mailDue': true }).limit(MARKS_AT_ONCE).toArray();
}

/** A payment with another dispute since it was read, or whose inquiry has become one, keeps its mark. */
export async function unmarkDisputes(
  { payments }: Collections,
  marked: PaymentDocument[],
): Promise<void> {
  if (marked.length === 0) return;
  await payments.bulkWrite(
    marked.map(({ _id, dispute }) => ({
      updateOne: {
        filter: {
          _id,
          'dispute.stripeId': dispute?.stripeId ?? '',
          'dispute.status': dispute?.status ?? '',
        },
        update: { $unset: { 'dispute.mailDue': true } },
      },
    })),
    { ordered: false },
  );
}
