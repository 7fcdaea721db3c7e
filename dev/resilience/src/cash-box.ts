import { OFFICE_METHODS } from '@speakifyr/contract/payment-methods.ts';
import type { PaymentDocument } from '../../../server/src/database/collections.ts';
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

/** What Stripe would say about a payment that the office took, if it were a card's. */
export function askOffice(
  box: CashBox,
  payment: PaymentDocument,
  refunds: RefundDocument[],
): Pick<Entry, 'truth' | 'refunds' | 'atStripe'> {
  const { _id: id, amount } = payment;
  const taken = box.get(id)?.amount ?? 0;
  const gone = refunds.filter(({ _id, state }) => {
    const isInBooks = state === 'paid otherwise' || state === 'succeeded';
    return box.get(_id)?.isSure || (box.has(_id) && isInBooks);
  });
  const given = gone
    .filter(({ bounce }) => !bounce)
    .map((one) => ({ id: one._id, amount: box.get(one._id)!.amount, status: 'paid otherwise' }));
  // None of it came, whatever the office had given back before: the family owes that. Its unspent credit ended first.
  const bounced = gone
    .filter(({ bounce }) => bounce)
    .map(({ _id }) => ({ id: _id, amount, status: 'succeeded' }));
  return {
    truth: { id, amount: taken, isRefunded: false, status: 'succeeded' },
    // What goes back by hand has no other name.
    refunds: refunds.map((one) => ({ ...one, stripeId: one._id })),
    atStripe: [...given, ...bounced],
  };
}
