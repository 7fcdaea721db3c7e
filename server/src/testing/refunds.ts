import { inject } from 'vitest';

/** A refund at Stripe, as its API shows it. Amounts are in cents. */
export type RefundAtStripe = {
  id: string;
  amount: number;
  status: string;
  metadata: Record<string, string>;
};

/** Asks Stripe past our server, as its dashboard does. */
async function askStripe(path: string, fields?: Record<string, string>): Promise<unknown> {
  const answer = await fetch(`${inject('sandboxUrl')}/v1/${path}`, {
    method: fields ? 'POST' : 'GET',
    headers: { Authorization: 'Bearer sk_test_sandbox' },
    ...(fields && { body: new URLSearchParams(fields) }),
  });
  if (!answer.ok) throw new Error(`Stripe: ${await answer.text()}`);
  return answer.json();
}

/** Makes a refund in Stripe's dashboard: of everything that is left, or of an amount in cents. */
export async function refundAtDashboard(
  paymentId: string,
  amount?: number,
): Promise<RefundAtStripe> {
  const fields = { payment_intent: paymentId, ...(amount && { amount: String(amount) }) };
  return (await askStripe('refunds', fields)) as RefundAtStripe;
}

/** What Stripe has refunded of a payment, newest first. */
export async function listAtStripe(paymentId: string): Promise<RefundAtStripe[]> {
  const list = await askStripe(`refunds?payment_intent=${paymentId}&limit=100`);
  return (list as { data: RefundAtStripe[] }).data;
}
