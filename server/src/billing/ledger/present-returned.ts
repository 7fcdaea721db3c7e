import type { CanceledSeat } from '@speakifyr/contract/cancellation.ts';
import type { Services } from '../../services.ts';
import { listCreditNotes } from './credit-notes.ts';
import { createLineReader, type Payer } from './payer-lines.ts';
import { listDifferencesOf, listReturnedPaymentsOf, type Payment } from './payment-store.ts';
import { findReceipt } from './receipts.ts';

/**
 * The seats of an account's payments that were returned as a whole, in Stripe's dashboard or by the bank, as its owner
 * reads them: with the class as they bought it. Nobody has canceled these seats.
 * @param canceled the seat ids (hexadecimal) of seats that somebody has canceled
 */
export async function presentReturned(
  payer: Payer,
  canceled: Set<string>,
  services: Services,
): Promise<CanceledSeat[]> {
  const payments = await listReturnedPaymentsOf(services.database.collections, payer._id);
  const lines = payments.flatMap(({ paymentId, items }) =>
    items.map((item) => ({ ...item, paymentId })),
  );
  const read = await createLineReader(lines, payer, services);
  const seats = await Promise.all(
    payments.map((payment) => presentPayment(payment, { read, canceled }, services)),
  );
  return seats.flat();
}

type LineReader = Awaited<ReturnType<typeof createLineReader>>;

async function presentPayment(
  { paymentId, items, kept, currency, settledAt, createdAt }: Payment,
  { read, canceled }: { read: LineReader; canceled: Set<string> },
  { database: { collections } }: Services,
): Promise<CanceledSeat[]> {
  const [receipt, notes, differences] = await Promise.all([
    findReceipt(collections, paymentId),
    listCreditNotes(collections, [paymentId]),
    listDifferencesOf(
      collections,
      items.map(({ seatId }) => seatId),
    ),
  ]);
  // The bank may have paid the school again.
  const isBack = kept === 0;
  return (receipt?.items ?? []).flatMap(({ seatId, className, camp_start, camp_end, amount }) => {
    const item = items.find((one) => one.seatId.equals(seatId));
    if (item?.state !== 'refunded' || item.moveId) return [];
    if (canceled.has(seatId.toHexString())) return [];
    return [
      {
        ...read({ ...item, paymentId }),
        ...{ className, camp_start, camp_end },
        ...{ currency: currency.toUpperCase(), paymentId },
        ...(isBack ? { refund: amount, kept: 0 } : { refund: 0, kept: amount }),
        canceledAt: (settledAt ?? createdAt).toISOString(),
        by: 'returned',
        state: isBack ? 'refunded' : 'none',
        differences: differences.get(seatId.toHexString()) ?? [],
        creditNotes: notes.map(({ _id }) => _id),
      },
    ];
  });
}
