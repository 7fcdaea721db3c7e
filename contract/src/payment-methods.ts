// Apart from limits.ts, which Home loads.

/** What a family brings or sends to the school. The school gives it back by hand. */
export const OFFICE_METHODS = ['cash', 'terminal', 'cheque', 'bank transfer', 'voucher'] as const;
export type OfficeMethod = (typeof OFFICE_METHODS)[number];
/** What the payer's bank may refuse to pay, or take back, days after the school has recorded it. */
export const BOUNCING_METHODS: readonly string[] = ['cheque', 'bank transfer'];
/** How a family pays back what went back before its payment bounced: not by another check. */
export const PAY_BACK_METHODS = [
  'cash',
  'terminal',
  'bank transfer',
  'voucher',
] as const satisfies OfficeMethod[];
/**
 * How a payment is paid: only `card` goes through Stripe. `terminal`: with a card at the school's own terminal. `free`: the
 * seat costs nothing. `credit`: with money of a canceled seat that the school still has.
 */
export const PAYMENT_METHODS = ['card', 'free', ...OFFICE_METHODS, 'credit'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** What people read, as in `Cash`. */
const METHOD_NAMES: Record<PaymentMethod, string> = {
  card: 'Card',
  free: 'Free',
  cash: 'Cash',
  terminal: 'Card terminal',
  cheque: 'Check',
  'bank transfer': 'Bank transfer',
  voucher: 'Voucher',
  credit: 'Credit',
};

export function nameMethod(method: PaymentMethod): string {
  return METHOD_NAMES[method];
}

/** How money came or went, as in `in cash`. */
export function sayBy(method: PaymentMethod): string {
  if (method === 'terminal') return 'at the card terminal';
  const how = method === 'cash' ? 'in' : method === 'credit' ? 'with' : 'by';
  return `${how} ${nameMethod(method).toLowerCase()}`;
}

/** How a payment was paid, as in `Paid in cash`. Nobody pays for a free class. */
export function sayPaid(method: PaymentMethod): string {
  return method === 'free' ? 'Nothing to pay' : `Paid ${sayBy(method)}`;
}
