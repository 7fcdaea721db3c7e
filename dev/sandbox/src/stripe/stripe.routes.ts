import { type Request, Router } from 'express';
import * as z from 'zod';
import { answerWith, readUrl } from '../http/handle.ts';
import { openStore } from '../storage/store.ts';
import {
  type Caller,
  checkClientSecret,
  checkSecretKey,
  readCaller,
  showError,
  showIntent,
} from './access.ts';
import { CREATE_SHAPE, createIntent, type PaymentIntent } from './create-intent.ts';
import { createCustomer, CUSTOMER_SHAPE, detach, listCards } from './customers.ts';
import { createDashboard } from './dashboard.ts';
import { findDispute } from './disputes.ts';
import { loadIdempotency } from './idempotency.ts';
import { createId } from './ids.ts';
import { expandObject, listPage } from './lists.ts';
import { type Ledger, loadLedger } from './objects.ts';
import { integer, list, oneOf, readParameters, since, text } from './parameters.ts';
import { cancelIntent, confirmIntent, findIntent } from './payment-intents.ts';
import { createPaymentMethod, findPaymentMethod, PAYMENT_METHOD_SHAPE } from './cards.ts';
import { createRefund, findRefund, finishRefunds, REFUND_SHAPE } from './refunds.ts';
import { confirmSetup, createSetup, findSetup, SETUP_SHAPE } from './setup-intents.ts';
import { createStripePages, describeAuthenticationPage } from './stripe-pages.ts';
import { API_VERSION, startWebhooks } from './webhooks.ts';

const PAGE = { limit: integer.optional(), starting_after: text.optional() };
const EXPAND = { expand: list };

type Method = 'get' | 'post';
type IdRequest = Request<{ id: string }>;

/** The stand-in for Stripe in test mode. @param webhook where events are sent, and the secret that signs them */
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

  serverRoute('post', '/v1/payment_intents', (request) =>
    createIntent(ledger, readParameters(request, CREATE_SHAPE)),
  );
  serverRoute('get', '/v1/payment_intents', (request) => {
    const { expand, ...page } = readParameters(request, { ...PAGE, ...EXPAND });
    const found = listPage(request.path, ledger.intents.rows(), page);
    // In a list, `expand[]` names a property of its items: `data.latest_charge`.
    const paths = expand.map((name) => name.replace(/^data\./, ''));
    return { ...found, data: found.data.map((intent) => expandObject(ledger, intent, paths)) };
  });
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
    readParameters(request, {});
    return cancelIntent(ledger, findIntent(ledger, request.params.id));
  });
  serverRoute('post', '/v1/customers', (request) =>
    createCustomer(ledger, readParameters(request, CUSTOMER_SHAPE)),
  );
  serverRoute('get', '/v1/customers/:id/payment_methods', (request) =>
    listPage(request.path, listCards(ledger, request.params.id), readParameters(request, PAGE)),
  );
  serverRoute('post', '/v1/payment_methods/:id/detach', ({ params }) => detach(ledger, params.id));
  serverRoute('post', '/v1/setup_intents', (request) =>
    createSetup(ledger, readParameters(request, SETUP_SHAPE)),
  );
  route('get', '/v1/setup_intents/:id', (request, caller) => {
    const shape = { client_secret: text.optional(), ...EXPAND };
    const { client_secret, expand } = readParameters(request, shape);
    const setup = findSetup(ledger, request.params.id);
    checkClientSecret(caller, setup, client_secret);
    return showIntent(caller, expandObject(ledger, setup, expand));
  });
  route('post', '/v1/setup_intents/:id/confirm', (request, caller) => {
    const setup = findSetup(ledger, request.params.id);
    const asked = readParameters(request, CONFIRM_SHAPE);
    checkClientSecret(caller, setup, asked.client_secret);
    const page = describeAuthenticationPage(readUrl(request).origin, setup);
    return showIntent(caller, confirmSetup(ledger, setup, readMethod(ledger, asked), page));
  });
  serverRoute('post', '/v1/refunds', (request) =>
    createRefund(ledger, readParameters(request, REFUND_SHAPE)),
  );
  serverRoute('get', '/v1/refunds', (request) => listOfPayments(request, ledger.refunds.rows()));
  serverRoute('get', '/v1/refunds/:id', ({ params }) => findRefund(ledger, params.id));
  serverRoute('get', '/v1/disputes', (request) => listOfPayments(request, ledger.disputes.rows()));
  serverRoute('get', '/v1/disputes/:id', ({ params }) => findDispute(ledger, params.id));
  // There is one endpoint, which gets every event.
  serverRoute('get', '/v1/webhook_endpoints', (request) => {
    const endpoint = {
      id: 'we_sandbox',
      object: 'webhook_endpoint',
      enabled_events: ['*'],
      livemode: false,
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

const CONFIRM_SHAPE = {
  client_secret: text.optional(),
  payment_method: text.optional(),
  payment_method_data: z.strictObject(PAYMENT_METHOD_SHAPE).optional(),
};

type ConfirmRequest = z.output<z.ZodObject<typeof CONFIRM_SHAPE>>;

function readMethod(ledger: Ledger, { payment_method, payment_method_data }: ConfirmRequest) {
  if (payment_method_data) return createPaymentMethod(ledger, payment_method_data);
  return payment_method ? findPaymentMethod(ledger, payment_method) : undefined;
}

function confirm(
  ledger: Ledger,
  intent: PaymentIntent,
  request: Request<{ id: string }>,
  caller: Caller,
): PaymentIntent {
  const shape = { ...CONFIRM_SHAPE, off_session: oneOf('true').optional() };
  const asked = readParameters(request, shape);
  checkClientSecret(caller, intent, asked.client_secret);
  // Only a server may say that the payer is not there.
  if (asked.off_session) checkSecretKey(caller);
  return confirmIntent(ledger, intent, readMethod(ledger, asked), {
    authenticationPage: describeAuthenticationPage(readUrl(request).origin, intent),
    isOffSession: asked.off_session !== undefined,
  });
}

/** Lists objects that belong to payments. */
function listOfPayments<Row extends { id: string; payment_intent: string; created: number }>(
  request: Request<{ id: string }>,
  all: Row[],
) {
  const { payment_intent, created, ...page } = readParameters(request, {
    ...PAGE,
    payment_intent: text.optional(),
    created: since,
  });
  const rows = all
    .filter((row) => !payment_intent || row.payment_intent === payment_intent)
    .filter((row) => row.created >= created);
  return listPage(request.path, rows, page);
}
