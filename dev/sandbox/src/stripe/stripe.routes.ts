import { Router, type Request } from 'express';
import { z } from 'zod';
import { answerWith, readUrl } from '../http/handle.ts';
import { openStore } from '../storage/store.ts';
import {
  checkClientSecret,
  checkSecretKey,
  readCaller,
  showError,
  showIntent,
  type Caller,
} from './access.ts';
import { CREATE_SHAPE, createIntent, type PaymentIntent } from './create-intent.ts';
import { createDashboard } from './dashboard.ts';
import { findDispute } from './disputes.ts';
import { loadIdempotency } from './idempotency.ts';
import { createId, now } from './ids.ts';
import { expandObject, listPage } from './lists.ts';
import { describePaymentMethod, loadLedger, type Ledger } from './objects.ts';
import { integer, list, oneOf, readParameters, text, timeRange } from './parameters.ts';
import { cancelIntent, confirmIntent, findIntent } from './payment-intents.ts';
import { PAYMENT_METHOD_SHAPE, createPaymentMethod, findPaymentMethod } from './payment-methods.ts';
import { REFUND_SHAPE, createRefund, findRefund, finishRefunds } from './refunds.ts';
import { createStripePages, describeAuthenticationPage } from './stripe-pages.ts';
import { API_VERSION, startWebhooks } from './webhooks.ts';

const PAGE = { limit: integer.optional(), starting_after: text.optional(), expand: list };
const EXPAND = { expand: list };

type Method = 'get' | 'post';
type IdRequest = Request<{ id: string }>;

/**
 * The stand-in for Stripe: payment intents, refunds and disputes in test mode, with webhooks.
 * @param folder where the account's objects are stored
 * @param webhook where events are sent, and the secret that signs them
 */
export async function createStripeService(
  folder: string,
  webhook: { url: string; secret: string },
  log: (line: string) => void,
): Promise<{ router: Router; close(): Promise<void> }> {
  const store = await openStore(folder);
  const answerOnce = loadIdempotency(store);
  const webhooks = startWebhooks(store, webhook, log);
  const timers = new Set<NodeJS.Timeout>();
  const ledger = loadLedger(store, {
    publish: webhooks.publish,
    later(work, milliseconds) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, milliseconds);
      timers.add(timer);
    },
  });
  finishRefunds(ledger);
  const startedAt = now();
  const router = Router();

  /** Adds a call for our server and browsers. It checks the API key and runs repeated POSTs once. */
  function route(
    method: Method,
    path: string,
    work: (request: IdRequest, caller: Caller) => object,
  ): void {
    router[method](
      path,
      answerWith(store, (request, response) => {
        response.set({ 'Request-Id': createId('req', 14), 'Stripe-Version': API_VERSION });
        const caller = readCaller(request);
        const answer = () => {
          try {
            return work(request as IdRequest, caller);
          } catch (error) {
            throw showError(caller, error);
          }
        };
        return method === 'get' ? answer() : answerOnce(request, response, answer);
      }),
    );
  }

  /** Adds a call that only our server may make. */
  function serverRoute(method: Method, path: string, work: (request: IdRequest) => object): void {
    route(method, path, (request, caller) => {
      checkSecretKey(caller);
      return work(request);
    });
  }

  serverRoute('post', '/v1/payment_intents', (request) => {
    const { expand, ...wanted } = readParameters(request, { ...CREATE_SHAPE, ...EXPAND });
    return expandObject(ledger, createIntent(ledger, wanted), expand);
  });
  serverRoute('get', '/v1/payment_intents', (request) =>
    listExpanded(ledger, request, ledger.intents.rows(), readParameters(request, PAGE)),
  );
  route('get', '/v1/payment_intents/:id', (request, caller) => {
    const shape = { client_secret: text.optional(), ...EXPAND };
    const { client_secret, expand } = readParameters(request, shape);
    const intent = findIntent(ledger, request.params.id);
    checkClientSecret(caller, intent, client_secret);
    return showIntent(caller, expandObject(ledger, intent, expand));
  });
  route('post', '/v1/payment_intents/:id/confirm', (request, caller) => {
    const intent = findIntent(ledger, request.params.id);
    return showIntent(caller, confirm(ledger, intent, request, caller));
  });
  serverRoute('post', '/v1/payment_intents/:id/cancel', (request) => {
    const { cancellation_reason, expand } = readParameters(request, {
      cancellation_reason: oneOf(
        'duplicate',
        'fraudulent',
        'requested_by_customer',
        'abandoned',
      ).optional(),
      ...EXPAND,
    });
    const intent = findIntent(ledger, request.params.id);
    return expandObject(ledger, cancelIntent(ledger, intent, cancellation_reason), expand);
  });
  route('post', '/v1/payment_methods', (request) =>
    describePaymentMethod(
      createPaymentMethod(ledger, readParameters(request, PAYMENT_METHOD_SHAPE)),
    ),
  );
  serverRoute('post', '/v1/refunds', (request) => {
    const { expand, ...wanted } = readParameters(request, { ...REFUND_SHAPE, ...EXPAND });
    return expandObject(ledger, createRefund(ledger, wanted), expand);
  });
  serverRoute('get', '/v1/refunds', (request) =>
    listOfCharges(ledger, request, ledger.refunds.rows()),
  );
  serverRoute('get', '/v1/refunds/:id', (request) => {
    const { expand } = readParameters(request, EXPAND);
    return expandObject(ledger, findRefund(ledger, request.params.id), expand);
  });
  serverRoute('get', '/v1/disputes', (request) =>
    listOfCharges(ledger, request, ledger.disputes.rows()),
  );
  serverRoute('get', '/v1/disputes/:id', (request) => {
    const { expand } = readParameters(request, EXPAND);
    return expandObject(ledger, findDispute(ledger, request.params.id), expand);
  });
  // There is one endpoint, which gets every event.
  serverRoute('get', '/v1/webhook_endpoints', (request) => {
    const endpoint = {
      id: 'we_sandbox',
      object: 'webhook_endpoint',
      api_version: API_VERSION,
      application: null,
      created: startedAt,
      description: null,
      enabled_events: ['*'],
      livemode: false,
      metadata: {},
      status: 'enabled',
      url: webhook.url,
    };
    return listPage('/v1/webhook_endpoints', [endpoint], readParameters(request, PAGE));
  });
  router.use(createStripePages(store, ledger), createDashboard(store, ledger));

  return {
    router,
    async close() {
      timers.forEach(clearTimeout);
      await webhooks.stop();
      await store.close();
    },
  };
}

function confirm(
  ledger: Ledger,
  intent: PaymentIntent,
  request: Request<{ id: string }>,
  caller: Caller,
): PaymentIntent {
  const { client_secret, payment_method, payment_method_data, expand } = readParameters(request, {
    client_secret: text.optional(),
    payment_method: text.optional(),
    payment_method_data: z.strictObject(PAYMENT_METHOD_SHAPE).optional(),
    ...EXPAND,
  });
  checkClientSecret(caller, intent, client_secret);
  let method;
  if (payment_method_data) method = createPaymentMethod(ledger, payment_method_data);
  else if (payment_method) method = findPaymentMethod(ledger, payment_method);
  const page = describeAuthenticationPage(readUrl(request).origin, intent);
  return expandObject(ledger, confirmIntent(ledger, intent, method, page), expand);
}

/** Lists objects that belong to charges. */
function listOfCharges<
  Row extends { id: string; charge: string; payment_intent: string; created: number },
>(ledger: Ledger, request: Request<{ id: string }>, all: Row[]) {
  const { payment_intent, charge, created, ...page } = readParameters(request, {
    ...PAGE,
    payment_intent: text.optional(),
    charge: text.optional(),
    created: timeRange,
  });
  const rows = all
    .filter((row) => !payment_intent || row.payment_intent === payment_intent)
    .filter((row) => !charge || row.charge === charge)
    .filter((row) => created(row.created));
  return listExpanded(ledger, request, rows, page);
}

function listExpanded<Row extends { id: string }>(
  ledger: Ledger,
  { path }: Request<{ id: string }>,
  rows: Row[],
  { expand, ...page }: { limit?: number; starting_after?: string; expand: string[] },
) {
  const found = listPage(path, rows, page);
  // In a list, `expand[]` names a property of its items: `data.charge`.
  const paths = expand.map((name) => name.replace(/^data\./, ''));
  return { ...found, data: found.data.map((row) => expandObject(ledger, row, paths)) };
}
