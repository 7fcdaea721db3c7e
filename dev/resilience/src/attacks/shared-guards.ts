import type { Guard } from '../attack.ts';

export const REFUND_ONCE: Guard = {
  name: 'refunding twice is no failure',
  file: 'server/src/outside/stripe.ts',
  cut: "if (!hasCode(error, 'charge_already_refunded')) throw error;",
  paste: 'throw error;',
};

export const SWEEP_SETTLES: Guard = {
  name: 'the sweep settles payments that nobody came back for',
  file: 'server/src/payments/settle-due-payments.ts',
  cut: 'await settlePayment(payment.paymentId, services);',
  paste: 'void settlePayment;',
};
