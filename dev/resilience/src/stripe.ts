import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import { type Answer, send } from './people.ts';
import { type School, STRIPE_KEY, WEBHOOK_SECRET } from './school.ts';

/** What Stripe itself says about a payment. */
export type Truth = { id: string; status: string; amount: number; isRefunded: boolean };

/** Stripe's SDK, connected past the link: what is done to the server's line does not affect the browser's. */
function connect({ services }: School): Stripe {
  return new Stripe(STRIPE_KEY, { host: '127.0.0.1', port: services.port, protocol: 'http' });
}

/** @returns the PaymentIntent with its charge, as Stripe's events contain it */
export function fetchIntent(school: School, id: string): Promise<Stripe.PaymentIntent> {
  return connect(school).paymentIntents.retrieve(id, { expand: ['latest_charge'] });
}

/** What Stripe says about all PaymentIntents. */
export async function listIntents(school: School): Promise<Truth[]> {
  const truths: Truth[] = [];
  const list = connect(school).paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] });
  for await (const intent of list) truths.push(readTruth(intent));
  return truths;
}

/** Money that went back to a payer. The amount is in cents. */
export type Returned = { id: string; amount: number; status: string | null };

/** All refunds at Stripe that did not fail, and what banks took in disputes, by the id of their payment. */
export async function listReturned(school: School): Promise<Map<string, Returned[]>> {
  const returned = new Map<string, Returned[]>();
  const add = (paymentId: string, one: Returned) =>
    returned.set(paymentId, [...(returned.get(paymentId) ?? []), one]);
  for await (const { payment_intent, ...refund } of connect(school).refunds.list({ limit: 100 }))
    if (refund.status !== 'failed') add(String(payment_intent), pickReturned(refund));
  for await (const { payment_intent, ...dispute } of connect(school).disputes.list({ limit: 100 }))
    if (dispute.status === 'lost')
      add(String(payment_intent), pickReturned({ ...dispute, status: 'succeeded' }));
  return returned;
}

function pickReturned({ id, amount, status }: Returned): Returned {
  return { id, amount, status };
}

/** The payer's bank takes a payment back until it has decided. @returns false if Stripe refuses that */
export async function disputeAtBank(school: School, id: string): Promise<boolean> {
  const { latest_charge } = await fetchIntent(school, id);
  const charge = latest_charge as Stripe.Charge | null;
  return charge !== null && sendDashboardForm(school, { charge: charge.id });
}

/** The bank decides about the open dispute of a payment. */
export async function closeDispute(
  school: School,
  id: string,
  status: 'won' | 'lost',
): Promise<void> {
  await changeDispute(school, id, 'needs_response', [status]);
}

/** The school appeals against a dispute of a payment that it has lost, and wins: the bank gives the money back. */
export async function winAppeal(school: School, id: string): Promise<void> {
  await changeDispute(school, id, 'lost', ['appeal_needs_response', 'won']);
}

async function changeDispute(
  school: School,
  id: string,
  from: string,
  next: string[],
): Promise<void> {
  const { data } = await connect(school).disputes.list({ payment_intent: id });
  const dispute = data.find(({ status }) => status === from);
  for (const status of next)
    if (!dispute || !(await sendDashboardForm(school, { dispute: dispute.id, status })))
      throw new Error(`${id} has no dispute that is ${from}, or it can't become ${status}`);
}

/** Sends a form of the sandbox's page that stands for Stripe's dashboard. @returns whether it was done */
async function sendDashboardForm(
  { services }: School,
  fields: Record<string, string>,
): Promise<boolean> {
  const body = new URLSearchParams(fields);
  const request = { method: 'POST', body, redirect: 'manual' } as const;
  const answer = await fetch(`http://127.0.0.1:${services.port}/stripe/dashboard`, request);
  await answer.text();
  return answer.status === 303;
}

function readTruth({ id, status, amount, latest_charge }: Stripe.PaymentIntent): Truth {
  const charge = latest_charge as Stripe.Charge | null;
  return { id, status, amount, isRefunded: charge?.refunded ?? false };
}

/** Refunds an amount in cents, or all that is left, as at Stripe's dashboard. Refused if less is left. */
export async function refundAtDashboard(
  school: School,
  id: string,
  amount?: number,
): Promise<void> {
  await connect(school)
    .refunds.create({ payment_intent: id, ...(amount && { amount }) })
    .catch((error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    });
}

/** Pays with a card, as Stripe.js does in the browser. @returns the intent's status, or the error's code */
export async function payByCard(
  school: School,
  clientSecret: string,
  card = 'pm_card_visa',
): Promise<string> {
  return connect(school)
    .paymentIntents.confirm(intentOf(clientSecret), { payment_method: card })
    .then(({ status }) => status)
    .catch((error: Stripe.errors.StripeError) => error.code ?? 'no answer');
}

/** Saves a card, as Stripe.js does in the browser. @returns the id of Stripe's SetupIntent */
export async function saveCard(school: School, clientSecret: string, card: string) {
  const setupId = intentOf(clientSecret);
  await connect(school).setupIntents.confirm(setupId, { payment_method: card });
  return setupId;
}

/** Says what the bank answers from now on if a saved card is charged: `approved`, `stolen_card` and so on. */
export async function decideAtBank(school: School, cardId: string, verdict: string): Promise<void> {
  await sendDashboardForm(school, { payment_method: cardId, verdict });
}

/** A client secret starts with its intent's id. */
export function intentOf(clientSecret: string): string {
  return clientSecret.replace(/_secret_.*$/, '');
}

/** Sends an event about an intent or a charge to the school, as Stripe does. */
export function sendEvent(school: School, type: string, object: object): Promise<Answer> {
  const payload = JSON.stringify({
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    created: Math.floor(Date.now() / 1_000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
  const signature = new Stripe(STRIPE_KEY).webhooks.generateTestHeaderString({
    payload,
    secret: WEBHOOK_SECRET,
    timestamp: Math.floor(school.now().getTime() / 1_000),
  });
  return send({
    port: school.servers[0]!.port,
    method: 'POST',
    path: '/api/stripe/webhook',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': signature,
    },
    body: payload,
  });
}
