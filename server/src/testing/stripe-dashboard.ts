import { inject } from 'vitest';

/** What happens at Stripe without our server: banks dispute payments, and money runs out. */

type DisputeAtStripe = { id: string; status: string; charge: string; amount: number };

async function read(path: string, sandboxUrl: string): Promise<unknown> {
  const headers = { Authorization: 'Bearer sk_test_sandbox' };
  const answer = await fetch(`${sandboxUrl}/v1/${path}`, { headers });
  if (!answer.ok) throw new Error(`Stripe: ${await answer.text()}`);
  return answer.json();
}

/** Sends a form of the sandbox's stand-in for Stripe's dashboard. */
async function sendForm(fields: Record<string, string>, sandboxUrl: string): Promise<void> {
  const body = new URLSearchParams(fields);
  const request = { method: 'POST', body, redirect: 'manual' } as const;
  const answer = await fetch(`${sandboxUrl}/stripe/dashboard`, request);
  if (answer.status !== 303) throw new Error(`Stripe: ${await answer.text()}`);
}

/** The payer tells their bank that they did not agree to a payment. The bank may only ask about it at first. */
export async function disputePayment(
  paymentId: string,
  status: 'needs_response' | 'warning_needs_response' = 'needs_response',
): Promise<void> {
  const sandboxUrl = inject('sandboxUrl');
  const intent = (await read(`payment_intents/${paymentId}`, sandboxUrl)) as Record<string, string>;
  await sendForm({ charge: intent['latest_charge'] ?? '', status }, sandboxUrl);
}

/** The disputes of a payment, newest first. */
export async function listDisputesAtStripe(paymentId: string): Promise<DisputeAtStripe[]> {
  const list = await read(`disputes?payment_intent=${paymentId}`, inject('sandboxUrl'));
  return (list as { data: DisputeAtStripe[] }).data;
}

/** The bank decides about the newest dispute of a payment. */
export async function closeDispute(paymentId: string, status: 'won' | 'lost'): Promise<void> {
  await changeDispute(paymentId, status);
}

/** Gives the newest dispute of a payment another status of Stripe's, such as `appeal_needs_response`. */
export async function changeDispute(paymentId: string, status: string): Promise<void> {
  const [dispute] = await listDisputesAtStripe(paymentId);
  await sendForm({ dispute: dispute?.id ?? '', status }, inject('sandboxUrl'));
}

/**
 * Says how much money Stripe has for refunds. The tests share the usual sandbox, so this needs one of its own.
 * @param amount in whole currency units; '' for as much as is needed
 */
export async function setBalance(amount: string, sandboxUrl: string): Promise<void> {
  await sendForm({ balance: amount }, sandboxUrl);
}

/** The bank decides about a payment that was made with `pm_card_processing`. Stripe's webhook is the test's to send. */
export async function endProcessing(
  paymentId: string,
  outcome: 'succeeded' | 'payment_failed',
  sandboxUrl = inject('sandboxUrl'),
): Promise<void> {
  await sendForm({ payment_intent: paymentId, outcome }, sandboxUrl);
}

/** Chooses what the bank says to the next payment with a saved card: `approved`, `stolen_card` and so on. */
export async function setCardVerdict(cardId: string, verdict: string): Promise<void> {
  await sendForm({ payment_method: cardId, verdict }, inject('sandboxUrl'));
}
