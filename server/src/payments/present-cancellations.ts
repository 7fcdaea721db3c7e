import type { CanceledSeat } from '@speakifyr/contract/cancellation.ts';
import type { CanceledSeatState } from '@speakifyr/contract/limits.ts';
import type { CancellationDocument } from '../database/money-documents.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '../sum-amounts.ts';
import { listCreditNotes } from './credit-notes.repo.ts';
import { listRefundsOf, nameProgress, type Refund } from './refunds.repo.ts';

/** Canceled seats as their parents read them. */
export async function presentCancellations(
  cancellations: CancellationDocument[],
  services: Services,
): Promise<CanceledSeat[]> {
  const ids = cancellations.flatMap(({ refunds }) => refunds.map(({ paymentId }) => paymentId));
  const { collections } = services.database;
  const [refunds, notes] = await Promise.all([
    listRefundsOf(collections, ids),
    listCreditNotes(collections, ids),
  ]);
  return cancellations.map((canceled) => ({
    cartId: canceled._id.toHexString(),
    classId: canceled.classId.toHexString(),
    className: canceled.className,
    camp_start: canceled.camp_start,
    camp_end: canceled.camp_end,
    childId: canceled.childId?.toHexString() ?? null,
    student_name: canceled.name,
    currency: canceled.currency.toUpperCase(),
    refund: sumAmounts(canceled.refunds),
    kept: canceled.kept,
    canceledAt: canceled.createdAt.toISOString(),
    by: BY[canceled.reason],
    state: describeState(canceled, refunds),
    paymentId: canceled.paymentId,
    creditNotes: notes
      .filter((note) => canceled.refunds.some(({ refundId }) => refundId === note.refundId))
      .map(({ _id }) => _id),
  }));
}

const BY: Record<CancellationDocument['reason'], CanceledSeat['by']> = {
  'canceled by parent': 'parent',
  'canceled by admin': 'school',
  'class canceled': 'school',
  'seat passed on': 'next person',
  'payment returned': 'returned',
};

/** The worst of what its refunds say. */
function describeState(canceled: CancellationDocument, refunds: Refund[]): CanceledSeatState {
  const states = canceled.refunds.map(({ refundId }) => {
    const refund = refunds.find((one) => one.refundId === refundId);
    return refund ? nameProgress(refund) : 'on its way';
  });
  return (
    (['failed', 'on its way', 'refunded'] as const).find((one) => states.includes(one)) ?? 'none'
  );
}
