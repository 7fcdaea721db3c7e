import type { CanceledSeat } from '@speakifyr/contract/cancellation.ts';
import type { CanceledSeatState } from '@speakifyr/contract/limits.ts';
import type { CancellationDocument } from '../../database/money-documents.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import { listCreditNotes } from './credit-notes.ts';
import { createLineReader, type Payer } from './payer-lines.ts';
import { listDifferencesOf } from './payment-store.ts';
import { listRefundsOf, nameProgress, type Refund } from './refund-store.ts';

/**
 * Canceled seats as their payer reads them. Of a child whose guardian they are no longer, only those that they canceled
 * themselves, or whose money comes back.
 */
export async function presentCancellations(
  cancellations: CancellationDocument[],
  payer: Payer,
  services: Services,
): Promise<CanceledSeat[]> {
  const ids = cancellations.flatMap(({ refunds }) => refunds.map(({ paymentId }) => paymentId));
  const { collections } = services.database;
  const [refunds, notes, differences] = await Promise.all([
    listRefundsOf(collections, ids),
    listCreditNotes(collections, ids),
    listDifferencesOf(
      collections,
      cancellations.map(({ _id }) => _id),
    ),
  ]);
  const read = await createLineReader(cancellations, payer, services);
  return cancellations.flatMap((canceled): CanceledSeat[] => {
    const line = read({ ...canceled, seatId: canceled._id });
    const refund = sumAmounts(canceled.refunds);
    const by = BY[canceled.reason];
    const told = line.isTheirs ? canceled : line.bought;
    if (!told || !(line.isTheirs || by === 'parent' || refund > 0)) return [];
    return [
      {
        ...line,
        className: told.className,
        camp_start: told.camp_start,
        camp_end: told.camp_end,
        currency: canceled.currency.toUpperCase(),
        refund,
        kept: canceled.kept,
        canceledAt: canceled.createdAt.toISOString(),
        by,
        state: describeState(canceled, refunds),
        paymentId: canceled.paymentId,
        differences: differences.get(canceled._id.toHexString()) ?? [],
        creditNotes: notes
          .filter((note) => canceled.refunds.some(({ refundId }) => refundId === note.refundId))
          .map(({ _id }) => _id),
      },
    ];
  });
}

const BY: Record<CancellationDocument['reason'], CanceledSeat['by']> = {
  'canceled by parent': 'parent',
  'canceled by admin': 'school',
  'class canceled': 'school',
  'seat resold': 'next person',
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
