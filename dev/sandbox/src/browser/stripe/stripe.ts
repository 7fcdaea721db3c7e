/// <reference lib="dom" />
import type { ApiRequest, ApiResult, FieldOptions, StripeJsError } from '../messages.ts';
import { callApi } from './api.ts';
import { showAuthentication } from './authentication-dialog.ts';
import { type CardElement, createCardElement, IntegrationError } from './card-element.ts';

/** The release of Stripe.js that `@stripe/stripe-js` 10 expects. It warns about any other. */
const VERSION = 'endive';

/** What the app pays with: the card field, or the id of a saved card. */
type PaymentMethodData = { card: unknown; billing_details?: { name?: string; email?: string } };

type Result = { paymentIntent?: object; setupIntent?: object; error?: StripeJsError };

declare global {
  interface Window {
    Stripe?: unknown;
  }
}

/** Sets `window.Stripe`: card payments like those of Stripe.js, https://docs.stripe.com/js */
export function provideStripe(origin: string): void {
  const Stripe = (key: unknown) => createStripe(origin, checkKey(key));
  Stripe.version = VERSION;
  window.Stripe = Stripe;
}

function checkKey(key: unknown): string {
  if (typeof key === 'string' && key.startsWith('pk_test_')) return key;
  throw new IntegrationError(
    'Please call Stripe() with your publishable key. The sandbox takes test keys only: pk_test_…',
  );
}

function createStripe(origin: string, key: string) {
  const cards = new Set<CardElement>();

  async function retrieve(clientSecret: string): Promise<Result> {
    const path = intentPath(clientSecret);
    const params = { client_secret: clientSecret };
    return readResult(await callApi(origin, { key, method: 'GET', path, params }));
  }

  /** Shows the bank's question, and then asks how it ended. */
  async function authenticate(clientSecret: string, page: string): Promise<Result> {
    await showAuthentication(page);
    const found = await retrieve(clientSecret);
    const { last_payment_error, last_setup_error } = (found.paymentIntent ??
      found.setupIntent ??
      {}) as { last_payment_error?: StripeJsError; last_setup_error?: StripeJsError };
    const failure = last_payment_error ?? last_setup_error;
    return failure ? { error: { ...failure, ...{ payment_intent: found.paymentIntent } } } : found;
  }

  async function send(request: ApiRequest, method: PaymentMethodData | string): Promise<ApiResult> {
    if (typeof method === 'string')
      return callApi(origin, { ...request, params: { ...request.params, payment_method: method } });
    const card = method.card as CardElement;
    if (!cards.has(card)) {
      throw new IntegrationError('A valid Element must be provided: a card Element.');
    }
    const params: Record<string, string> = { ...request.params };
    params['payment_method_data[type]'] = 'card';
    for (const [name, value] of Object.entries(method.billing_details ?? {}))
      if (value) params[`payment_method_data[billing_details][${name}]`] = value;
    return card.send({ ...request, params });
  }

  /** Pays with the card in the field, or saves it: whichever the secret is for. */
  async function confirm(
    clientSecret: string,
    { payment_method: method }: { payment_method: PaymentMethodData | string },
  ): Promise<Result> {
    const path = `${intentPath(clientSecret)}/confirm`;
    const params: Record<string, string> = { client_secret: clientSecret };
    const request = { key, method: 'POST' as const, path, params };
    const answer = await send(request, method);
    const page = answer.ok ? findAuthenticationPage(answer.value) : undefined;
    return page ? authenticate(clientSecret, page) : readResult(answer);
  }

  return {
    elements: () => createElements(origin, cards),
    confirmCardPayment: confirm,
    confirmCardSetup: confirm,
    retrievePaymentIntent: retrieve,
    // react-stripe-js takes an object for Stripe.js only if it has these two.
    createToken: () => Promise.reject(new IntegrationError('The sandbox makes no tokens.')),
    createPaymentMethod: () =>
      Promise.reject(new IntegrationError('The sandbox confirms payments and setups only.')),
    // Stripe.js uses these only for statistics.
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
  };
}

/** The group of fields of one form. The sandbox has the card field only. */
function createElements(origin: string, cards: Set<CardElement>) {
  let card: CardElement | undefined;
  return {
    create(type: string, options: FieldOptions = {}) {
      if (type !== 'card') {
        throw new IntegrationError(`The sandbox has no ${type} Element, only the card Element.`);
      }
      if (card) {
        throw new IntegrationError('Can only create one Element of type card through elements().');
      }
      const created = createCardElement(origin, options, () => {
        cards.delete(created);
        card = undefined;
      });
      card = created;
      cards.add(created);
      return created;
    },
    /** @param type react-stripe-js's component */
    getElement: (type: { __elementType?: string }) =>
      type.__elementType === 'card' ? (card ?? null) : null,
    update: () => undefined,
  };
}

function intentPath(clientSecret: unknown): string {
  const [, id] = /^((?:pi|seti)_\w+)_secret_\w+$/.exec(String(clientSecret)) ?? [];
  if (id) return `/v1/${id.startsWith('pi_') ? 'payment' : 'setup'}_intents/${id}`;
  throw new IntegrationError(
    'Invalid value for the client secret: it should be a string of the form ${id}_secret_${secret}.',
  );
}

function findAuthenticationPage(intent: Record<string, unknown>): string | undefined {
  if (intent['status'] !== 'requires_action') return undefined;
  const action = intent['next_action'] as { use_stripe_sdk?: { stripe_js?: string } } | null;
  return action?.use_stripe_sdk?.stripe_js;
}

function readResult(answer: ApiResult): Result {
  if (!answer.ok) return { error: answer.error };
  const isSetup = answer.value['object'] === 'setup_intent';
  return isSetup ? { setupIntent: answer.value } : { paymentIntent: answer.value };
}
