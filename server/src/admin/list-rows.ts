import type { MoneyKind } from '@speakifyr/contract/money-rows.ts';
import type { MoneyRow } from '@speakifyr/contract/months.ts';
import type { PaymentDocument } from '../database/collections.ts';
import type {
  CreditNoteDocument,
  Movement,
  ReceiptDocument,
  RefundDocument,
} from '../database/money-documents.ts';
import { nameCorrection, numberCreditNote } from '../billing/ledger/credit-notes.ts';
import { numberReceipt } from '../billing/ledger/receipts.ts';
import { type Share, takeShares } from './share-out.ts';

/** What a month has to know of a payment. */
export type MonthPayment = Pick<
  PaymentDocument,
  '_id' | 'items' | 'movements' | 'fees' | 'currency' | 'receiptDue'
>;

/** What a row is made of besides its payment: only papers and refunds, so that nobody's name is in it. */
export type Papers = {
  /** By payment. */
  receipts: Map<string, Pick<ReceiptDocument, '_id' | 'items'>>;
  /** By refund. */
  notes: Map<string, Pick<CreditNoteDocument, '_id'>>;
  /** By id. */
  refunds: Map<string, Pick<RefundDocument, '_id' | 'seatId' | 'reason' | 'state'>>;
  /** By id, for payments without a receipt. */
  classes: Map<string, { name: string; camp_start: string }>;
};

/** Every row of a payment, oldest first. */
export function listRows(payment: MonthPayment, papers: Papers): MoneyRow[] {
  const { _id: paymentId, movements, fees = [] } = payment;
  const receipt = papers.receipts.get(paymentId);
  const common = { receipt: receipt ? numberReceipt(receipt._id) : null, paymentId };
  const shares = shareOut(payment, papers);
  const rows = movements.flatMap((movement, place): MoneyRow[] => {
    if (movement.kind === 'begun') return [];
    const kind = nameKind(movement, movements.slice(place + 1), papers);
    return [
      {
        ...common,
        ...{ _id: `${paymentId}:${place}`, day: movement.day, at: movement.at.toISOString() },
        ...{ kind, amount: movement.amount, currency: payment.currency.toUpperCase() },
        creditNote: findNote(movement, kind, papers),
        shares: shares[place] ?? [],
      },
    ];
  });
  const taken = fees.map(({ stripeId, at, day, amount, currency }): MoneyRow => ({
    ...common,
    ...{ _id: stripeId, day, at: at.toISOString(), kind: 'fee', amount: -amount },
    ...{ currency: currency.toUpperCase(), creditNote: null, shares: [] },
  }));
  return [...rows, ...taken];
}

/** @param later the payment's movements after this one */
function nameKind(
  { kind, refundId = '' }: Movement,
  later: Movement[],
  { refunds }: Papers,
): MoneyKind {
  if (kind === 'paid') return 'charge';
  const refund = refunds.get(refundId);
  const isDispute = refund?.reason === 'dispute' || refundId.startsWith('dispute:');
  if (kind === 'came back') return isDispute ? 'dispute won' : 'refund failed';
  if (isDispute) return 'dispute';
  // Earlier attempts were at Stripe.
  const isLast = !later.some((one) => one.refundId === refundId);
  return refund?.state === 'paid otherwise' && isLast ? 'paid otherwise' : 'refund';
}

function findNote({ refundId }: Movement, kind: MoneyKind, { notes }: Papers): string | null {
  if (!refundId) return null;
  const correction = kind === 'dispute won' ? notes.get(nameCorrection(refundId)) : undefined;
  const note = correction ?? notes.get(refundId);
  return note ? numberCreditNote(note._id) : null;
}

/** The shares of each of a payment's movements, by its place. */
function shareOut(payment: MonthPayment, papers: Papers): Share[][] {
  const receipt = papers.receipts.get(payment._id);
  const lines = payment.items.map(({ seatId, classId, amount }) => {
    const sold = receipt?.items.find((item) => item.seatId.equals(seatId));
    const found = papers.classes.get(classId.toHexString());
    const className = sold?.className ?? found?.name ?? '';
    const camp_start = sold?.camp_start ?? found?.camp_start ?? '';
    return { id: seatId.toHexString(), className, camp_start, amount };
  });
  return takeShares(
    lines,
    payment.movements.map(({ kind, amount, refundId = '' }) => ({
      ...{ kind, amount, refundId },
      lineId: papers.refunds.get(refundId)?.seatId?.toHexString(),
    })),
  );
}
