import { ask, type Finding, ok, type Settings, unknown, wrong } from './check.ts';

const STRIPE_API_URL = 'https://api.stripe.com';
const WEBHOOK_PATH = '/api/stripe/webhook';

/** The events that the server needs. */
const EVENTS = [
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
];

type Intent = { id: string; client_secret: string };
type Endpoint = { url: string; status: string; enabled_events: string[] };

/** Checks that both keys belong to one Stripe account and that the webhook is set up. Changes nothing. */
export async function checkStripe(settings: Settings, site?: URL): Promise<Finding[]> {
  const api = settings['STRIPE_API_URL'] || STRIPE_API_URL;
  const call = (path: string, name: string) =>
    ask(`${api}/v1/${path}`, { headers: { Authorization: `Bearer ${settings[name] ?? ''}` } });

  const about = 'Stripe key';
  const answer = await call('payment_intents?limit=1', 'STRIPE_SECRET_KEY');
  if (!answer) return [wrong(about, 'Stripe does not answer: nobody can pay')];
  if (answer.status === 401)
    return [
      wrong(about, 'Stripe does not know the key in STRIPE_SECRET_KEY'),
      await checkPublishableKey(call),
    ];
  if (answer.status !== 200)
    return [
      wrong(about, 'the key in STRIPE_SECRET_KEY can’t read payments: give it that permission'),
    ];
  const mode = /_live_/.test(settings['STRIPE_SECRET_KEY'] ?? '') ? 'live' : 'test';
  const [intent] = (answer.body['data'] ?? []) as Intent[];
  return [
    ok(about, `can read payments in ${mode} mode (STRIPE_SECRET_KEY)`),
    await checkPublishableKey(call, intent),
    await checkWebhook(await call('webhook_endpoints?limit=100', 'STRIPE_SECRET_KEY'), site),
  ];
}

type Call = (path: string, name: string) => ReturnType<typeof ask>;

/** A publishable key can read a payment of its own account, given the payment's secret. */
async function checkPublishableKey(call: Call, intent?: Intent): Promise<Finding> {
  const about = 'Stripe in pages';
  const { id, client_secret } = intent ?? { id: 'pi_none', client_secret: 'pi_none_secret_none' };
  const query = new URLSearchParams({ client_secret });
  const answer = await call(`payment_intents/${id}?${query}`, 'VITE_STRIPE_PUBLISHABLE_KEY');
  if (!answer) return unknown(about, 'Stripe does not answer');
  if (answer.status === 401)
    return wrong(about, 'Stripe does not know the key in VITE_STRIPE_PUBLISHABLE_KEY');
  if (intent && answer.status !== 200)
    return wrong(
      about,
      'VITE_STRIPE_PUBLISHABLE_KEY belongs to a different account than STRIPE_SECRET_KEY',
    );
  return ok(
    about,
    intent
      ? 'VITE_STRIPE_PUBLISHABLE_KEY belongs to the same account'
      : 'accepts VITE_STRIPE_PUBLISHABLE_KEY; after the first payment, its account can be checked too',
  );
}

async function checkWebhook(answer: Awaited<ReturnType<Call>>, site?: URL): Promise<Finding> {
  const about = 'Stripe webhook';
  if (answer?.status !== 200)
    return unknown(about, 'STRIPE_SECRET_KEY can’t read webhooks: look at Developers > Webhooks');
  const endpoints = ((answer.body['data'] ?? []) as Endpoint[]).filter(({ url }) =>
    site ? url === new URL(WEBHOOK_PATH, site).href : url.endsWith(WEBHOOK_PATH),
  );
  const [endpoint] = endpoints;
  if (!endpoint)
    return wrong(about, `there is none for ${site?.origin ?? 'https://…'}${WEBHOOK_PATH}`);
  if (endpoint.status !== 'enabled') return wrong(about, 'is disabled at Stripe');
  const missing = EVENTS.filter(
    (event) => !endpoint.enabled_events.some((enabled) => enabled === '*' || enabled === event),
  );
  if (missing.length > 0) return wrong(about, `does not send ${missing.join(', ')}`);
  return ok(about, `sends ${endpoint.url} all the events we need`);
}
