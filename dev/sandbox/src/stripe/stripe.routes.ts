import { replyJson, type Reply } from '../http/reply.ts';
import type { Call, Route, Service } from '../http/router.ts';
import { openStore } from '../storage/store.ts';
import {
  checkClientSecret,
  checkSecretKey,
  readCaller,
  showError,
  showIntent,
  type Caller,
} from './access.ts';
import { findCharge } from './charges.ts';
import { CREATE_SHAPE, createIntent } from './create-intent.ts';
import { loadIdempotency } from './idempotency.ts';
import { createId } from './ids.ts';
import { expandObject, listPage } from './lists.ts';
import { describePaymentMethod, loadLedger, type Ledger, type PaymentIntent } from './objects.ts';
import {
  integer,
  list,
  nested,
  oneOf,
  parseForm,
  readParameters,
  text,
  timeRange,
  type Form,
} from './parameters.ts';
import { cancelIntent, confirmIntent, findIntent } from './payment-intents.ts';
import { PAYMENT_METHOD_SHAPE, createPaymentMethod, findPaymentMethod } from './payment-methods.ts';
import { REFUND_SHAPE, createRefund, findRefund } from './refunds.ts';
import { describeStripeError } from './stripe-error.ts';
import { createStripePages, describeAuthenticationPage } from './stripe-pages.ts';
import { API_VERSION, startWebhooks } from './webhooks.ts';

const PAGE = { limit: integer, starting_after: text, expand: list };

/**
 * The stand-in for Stripe: the API of payment intents and refunds in test mode, with webhooks.
 * @param folder where the account's objects lie
 * @param webhook where events go, and the secret that they are signed with
 */
export async function createStripeService(
  folder: string,
  webhook: { url: string; secret: string },
  log: (line: string) => void,
): Promise<Service & { close(): Promise<void> }> {
  const store = await openStore(folder);
  const answerOnce = loadIdempotency(store);
  const webhooks = startWebhooks(store, webhook, log);
  const ledger = loadLedger(store, webhooks.publish);

  /** A call of the API: reads the key and the parameters, and answers equal POSTs once. */
  function route(
    method: 'GET' | 'POST',
    path: string,
    handle: (form: Form, call: Call, caller: Caller) => object,
  ): Route {
    const answer = (call: Call, caller: Caller): Reply => {
      const form = parseForm(method === 'GET' ? call.url.search : call.body.toString());
      try {
        return replyJson(200, handle(form, call, caller));
      } catch (error) {
        throw showError(caller, error);
      }
    };
    return {
      method,
      path,
      handle(call) {
        const caller = readCaller(call);
        const reply =
          method === 'GET' ? answer(call, caller) : answerOnce(call, () => answer(call, caller));
        const headers = { 'request-id': createId('req', 14), 'stripe-version': API_VERSION };
        return { ...reply, headers: { ...reply.headers, ...headers } };
      },
    };
  }

  /** The same, for our server only. */
  function serverRoute(
    method: 'GET' | 'POST',
    path: string,
    handle: (form: Form, call: Call) => object,
  ): Route {
    return route(method, path, (form, call, caller) => {
      checkSecretKey(caller);
      return handle(form, call);
    });
  }

  const routes: Route[] = [
    serverRoute('POST', '/v1/payment_intents', (form) => {
      const { expand, ...request } = readParameters(form, { ...CREATE_SHAPE, expand: list });
      return expandObject(ledger, createIntent(ledger, request), expand);
    }),
    serverRoute('GET', '/v1/payment_intents', (form) => {
      const { expand, ...page } = readParameters(form, PAGE);
      return listExpanded(ledger, '/v1/payment_intents', ledger.intents.rows(), page, expand);
    }),
    route('GET', '/v1/payment_intents/{id}', (form, { params }, caller) => {
      const { client_secret, expand } = readParameters(form, { client_secret: text, expand: list });
      const intent = findIntent(ledger, params['id'] ?? '');
      checkClientSecret(caller, intent, client_secret);
      return showIntent(caller, expandObject(ledger, intent, expand));
    }),
    route('POST', '/v1/payment_intents/{id}/confirm', (form, call, caller) => {
      const intent = findIntent(ledger, call.params['id'] ?? '');
      return showIntent(caller, confirm(ledger, intent, form, call, caller));
    }),
    serverRoute('POST', '/v1/payment_intents/{id}/cancel', (form, { params }) => {
      const { cancellation_reason, expand } = readParameters(form, {
        cancellation_reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'),
        expand: list,
      });
      const intent = findIntent(ledger, params['id'] ?? '');
      return expandObject(ledger, cancelIntent(ledger, intent, cancellation_reason), expand);
    }),
    route('POST', '/v1/payment_methods', (form) =>
      describePaymentMethod(
        createPaymentMethod(ledger, readParameters(form, PAYMENT_METHOD_SHAPE)),
      ),
    ),
    serverRoute('GET', '/v1/charges/{id}', (form, { params }) => {
      const { expand } = readParameters(form, { expand: list });
      return expandObject(ledger, findCharge(ledger, params['id'] ?? ''), expand);
    }),
    serverRoute('POST', '/v1/refunds', (form) => {
      const { expand, ...request } = readParameters(form, { ...REFUND_SHAPE, expand: list });
      return expandObject(ledger, createRefund(ledger, request), expand);
    }),
    serverRoute('GET', '/v1/refunds', (form) => {
      const { expand, payment_intent, charge, created, ...page } = readParameters(form, {
        ...PAGE,
        payment_intent: text,
        charge: text,
        created: timeRange,
      });
      const rows = ledger.refunds
        .rows()
        .filter((refund) => !payment_intent || refund.payment_intent === payment_intent)
        .filter((refund) => !charge || refund.charge === charge)
        .filter((refund) => created(refund.created));
      return listExpanded(ledger, '/v1/refunds', rows, page, expand);
    }),
    serverRoute('GET', '/v1/refunds/{id}', (form, { params }) => {
      const { expand } = readParameters(form, { expand: list });
      return expandObject(ledger, findRefund(ledger, params['id'] ?? ''), expand);
    }),
    // The one endpoint that there is, and it gets every event.
    serverRoute('GET', '/v1/webhook_endpoints', (form) => {
      const endpoint = {
        id: 'we_sandbox',
        object: 'webhook_endpoint',
        url: webhook.url,
        status: 'enabled',
        enabled_events: ['*'],
        livemode: false,
      };
      return listPage('/v1/webhook_endpoints', [endpoint], readParameters(form, PAGE));
    }),
    ...createStripePages(ledger),
  ];
  return {
    routes,
    describeError: describeStripeError,
    settle: () => store.flush(),
    async close() {
      await webhooks.stop();
      await store.close();
    },
  };
}

function confirm(
  ledger: Ledger,
  intent: PaymentIntent,
  form: Form,
  { url }: Call,
  caller: Caller,
): PaymentIntent {
  const { client_secret, payment_method, payment_method_data, expand } = readParameters(form, {
    client_secret: text,
    payment_method: text,
    payment_method_data: nested(PAYMENT_METHOD_SHAPE),
    expand: list,
  });
  checkClientSecret(caller, intent, client_secret);
  let method;
  if (payment_method_data) method = createPaymentMethod(ledger, payment_method_data);
  else if (payment_method) method = findPaymentMethod(ledger, payment_method);
  const page = describeAuthenticationPage(url.origin, intent);
  return expandObject(ledger, confirmIntent(ledger, intent, method, page), expand);
}

function listExpanded<Row extends { id: string }>(
  ledger: Ledger,
  url: string,
  rows: Row[],
  page: { limit: number | undefined; starting_after: string | undefined },
  expand: string[],
) {
  const found = listPage(url, rows, page);
  // In a list, `expand[]` names a property of its items: `data.charge`.
  const paths = expand.map((path) => path.replace(/^data\./, ''));
  return { ...found, data: found.data.map((row) => expandObject(ledger, row, paths)) };
}
