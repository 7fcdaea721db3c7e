import type { Guard } from '../attack.ts';

export const SWEEP_SETTLES: Guard = {
  name: 'the sweep settles payments that nobody came back for',
  file: 'server/src/payments/settle-due-payments.ts',
  cut: 'await settlePayment(payment.paymentId, services);',
  paste: 'void settlePayment;',
};
