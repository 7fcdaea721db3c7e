import { send } from './people.ts';
import { type School, STRIPE_KEY } from './school.ts';

/** What Stripe itself says of a payment. */
export type Truth = { id: string; status: string; amount: number; isRefunded: boolean };

type IntentBody = {
  id: string;
  status: string;
  amount: number;
  latest_charge: { refunded: boolean } | null;
};

/** @returns what became of a PaymentIntent, asked at Stripe and not at us */
export async function askStripe(school: School, id: string): Promise<Truth> {
  const { status, body } = await callStripe(
    school,
    'GET',
    `/v1/payment_intents/${id}?expand[]=latest_charge`,
  );
  if (status !== 200) throw new Error(`Stripe does not know ${id}`);
  return readTruth(body as IntentBody);
}

/** What Stripe says of all PaymentIntents that there are. */
export async function listIntents(school: School): Promise<Truth[]> {
  const all: Truth[] = [];
  for (let after = ''; ;) {
    const { body } = await callStripe(
      school,
      'GET',
      `/v1/payment_intents?limit=100&expand[]=data.latest_charge${after && `&starting_after=${after}`}`,
    );
    const { data, has_more } = body as { data: IntentBody[]; has_more: boolean };
    all.push(...data.map(readTruth));
    const last = data.at(-1);
    if (!has_more || !last) return all;
    after = last.id;
  }
}

function readTruth({ id, status, amount, latest_charge }: IntentBody): Truth {
  return { id, status, amount, isRefunded: latest_charge?.refunded ?? false };
}

/** @returns the PaymentIntent with its charge, as they stand in Stripe's events */
export async function fetchIntent(
  school: School,
  id: string,
): Promise<{ latest_charge: object | null }> {
  const path = `/v1/payment_intents/${id}?expand[]=latest_charge`;
  return (await callStripe(school, 'GET', path)).body as { latest_charge: object | null };
}

/** Cancels a payment by hand, as somebody at Stripe's own dashboard may. */
export async function cancelAtDashboard(school: School, id: string): Promise<void> {
  await callStripe(school, 'POST', `/v1/payment_intents/${id}/cancel`);
}

/** Gives the money of a payment back by hand, as somebody at Stripe's own dashboard may. */
export async function refundAtDashboard(school: School, id: string): Promise<void> {
  await callStripe(school, 'POST', '/v1/refunds', { payment_intent: id });
}

/**
 * Pays with a card, as Stripe.js does in the browser.
 * @param clientSecret of the PaymentIntent
 * @returns the intent's status (`succeeded`), or the error's code
 */
export async function payByCard(
  school: School,
  clientSecret: string,
  card = 'pm_card_visa',
): Promise<string> {
  const { body } = await callStripe(
    school,
    'POST',
    `/v1/payment_intents/${intentOf(clientSecret)}/confirm`,
    { payment_method: card },
  );
  const { status, error } = body as { status?: string; error?: { code: string } };
  return status ?? error?.code ?? 'no answer';
}

/** A client secret begins with its intent's id. */
export function intentOf(clientSecret: string): string {
  return clientSecret.replace(/_secret_.*$/, '');
}

/** Past the link: what is done to the server's wire is not done to the browser's. */
function callStripe(
  school: School,
  method: string,
  path: string,
  form?: Record<string, string>,
): ReturnType<typeof send> {
  return send({
    port: school.services.port,
    method,
    path,
    headers: {
      Authorization: `Bearer ${STRIPE_KEY}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: form && new URLSearchParams(form).toString(),
  });
}
