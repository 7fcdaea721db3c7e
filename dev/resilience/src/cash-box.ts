import { OFFICE_METHODS } from '@speakifyr/contract/payment-methods.ts';
import type { PaymentDocument } from '../../../server/src/database/payment-documents.ts';
import type { RefundDocument } from '../../../server/src/database/money-documents.ts';
import type { Entry } from './check-payment.ts';

/**
 * What the office's own hands took and gave, and what it heard to have bounced, by the id of the payment or refund. Amounts
 * are in cents. Stripe never hears of this money, so what the hands remember is the truth that the books must agree with. If
 * the school's answer was lost, nobody is sure, and the books are believed.
 */
export type CashBox = Map<string, { amount: number; isSure: boolean }>;

/** Whether the office took a payment itself, or gave it back. */
export function isOfOffice({ method }: Pick<PaymentDocument, 'method'>): boolean {
  return OFFICE_METHODS.some((one) => one === method);
}

/** What the cash box calls the money that a family pays back of a payment that bounced. */
export function namePaidBack(paymentId: string, requestId: string): string {
  return `paid back:${paymentId}:${requestId}`;
}

/** What the books say was paid back of a payment, as the cash box calls it, and how. */
export function listPaidBack({ _id, movements }: PaymentDocument) {
  return movements.flatMap(({ received }) =>
    received ? [{ id: namePaidBack(_id, received.requestId), method: received.method }] : [],
  );
}

/** What Stripe would say about a payment that the office took, if it were a card's. */
export function askOffice(
  box: CashBox,
  payment: PaymentDocument,
  refunds: RefundDocument[],
): Pick<Entry, 'truth' | 'refunds' | 'atStripe' | 'paidBack'> {
  const { _id: id, amount } = payment;
  const taken = box.get(id)?.amount ?? 0;
  const gone = listGone(box, refunds);
  const given = gone
    .filter(({ bounce }) => !bounce)
    .map((one) => ({ id: one._id, amount: box.get(one._id)!.amount, status: 'paid otherwise' }));
  // None of it came, whatever the office had given back before: the family owes that. Its unspent credit ended first.
  const bounced = gone
    .filter(({ bounce }) => bounce)
    .map(({ _id }) => ({ id: _id, amount, status: 'succeeded' }));
  return {
    paidBack: listPaidBack(payment).reduce((all, one) => all + (box.get(one.id)?.amount ?? 0), 0),
    truth: { id, amount: taken, isRefunded: false, status: 'succeeded' },
    // What goes back by hand has no other name.
    refunds: refunds.map((one) => ({ ...one, stripeId: one._id })),
    atStripe: [...given, ...bounced],
  };
}

/** The refunds of which the office's hands know: given back, or heard to have bounced. */
function listGone(box: CashBox, refunds: RefundDocument[]): RefundDocument[] {
  return refunds.filter(({ _id, state }) => {
    const isInBooks = state === 'paid otherwise' || state === 'succeeded';
    return box.get(_id)?.isSure || (box.has(_id) && isInBooks);
  });
}

/** What the hands have of each method: what came, without what bounced and was given back, and with what was paid back. */
export function askHands(
  box: CashBox,
  ledger: PaymentDocument[],
  refunds: RefundDocument[],
): Map<string, number> {
  const have = new Map<string, number>();
  const put = (method: string, amount: number) =>
    have.set(method, (have.get(method) ?? 0) + amount);
  for (const payment of ledger.filter(isOfOffice)) {
    const { _id: id, method } = payment;
    put(method, box.get(id)?.amount ?? 0);
    for (const { _id } of listGone(
      box,
      refunds.filter(({ paymentId }) => paymentId === id),
    ))
      put(method, -box.get(_id)!.amount);
    for (const back of listPaidBack(payment)) put(back.method, box.get(back.id)?.amount ?? 0);
  }
  return have;
}
