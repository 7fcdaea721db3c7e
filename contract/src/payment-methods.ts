import type { PaymentMethod } from './limits.ts';

/** What people read, as in `Cash`. */
const METHOD_NAMES: Record<PaymentMethod, string> = {
  card: 'Card',
  free: 'Free',
  cash: 'Cash',
  cheque: 'Check',
  'bank transfer': 'Bank transfer',
  voucher: 'Voucher',
};

export function nameMethod(method: PaymentMethod): string {
  return METHOD_NAMES[method];
}

/** How a payment was paid, as in `Paid in cash`. Nobody pays for a free class. */
export function sayPaid(method: PaymentMethod): string {
  if (method === 'free') return 'Nothing to pay';
  return `Paid ${method === 'cash' ? 'in' : 'by'} ${nameMethod(method).toLowerCase()}`;
}
