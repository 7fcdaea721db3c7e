/// <reference lib="dom" />
import type { ApiRequest, ApiResult, StripeJsError } from '../messages.ts';
import { callApi } from './api.ts';
import { showAuthentication } from './authentication-dialog.ts';
import { createCardElement, type CardElement } from './card-element.ts';
import { IntegrationError } from './integration-error.ts';
import type { CardOptions } from './mounted-field.ts';

/** The release of Stripe.js that `@stripe/stripe-js` 10 expects; it warns about any other. */
const VERSION = 'endive';

interface Billing {
  name?: string;
  email?: string;
  phone?: string;
  address?: { postal_code?: string };
}

/** What the app wants to pay with: the card field, or a payment method that it has the id of. */
type PaymentMethodData = string | { card: unknown; billing_details?: Billing };

type Result<Name extends string> = { [key in Name]?: object } & { error?: StripeJsError };

declare global {
  interface Window {
    Stripe?: unknown;
  }
}

/** Puts `window.Stripe` in its place: card payments as Stripe.js makes them, https://docs.stripe.com/js */
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
  const call = (request: Omit<ApiRequest, 'key'>) => callApi(origin, { key, ...request });
  const cards = new Set<CardElement>();

  function isCard(value: unknown): value is CardElement {
    return cards.has(value as CardElement);
  }

  async function retrieve(clientSecret: string): Promise<Result<'paymentIntent'>> {
    const path = intentPath(clientSecret);
    const answer = await call({ method: 'GET', path, params: { client_secret: clientSecret } });
    return nameResult('paymentIntent', answer);
  }

  /** Shows the bank's question, and finds out what came of it. */
  async function authenticate(
    clientSecret: string,
    page: string,
  ): Promise<Result<'paymentIntent'>> {
    await showAuthentication(page);
    const { paymentIntent, error } = await retrieve(clientSecret);
    const intent = paymentIntent as { last_payment_error?: StripeJsError | null } | undefined;
    if (!intent?.last_payment_error) return error ? { error } : { paymentIntent: intent };
    return { error: { ...intent.last_payment_error, ...{ payment_intent: intent } } };
  }

  async function confirmCardPayment(
    clientSecret: string,
    data: { payment_method?: PaymentMethodData } = {},
    { handleActions = true }: { handleActions?: boolean } = {},
  ): Promise<Result<'paymentIntent'>> {
    const method = data.payment_method;
    const path = `${intentPath(clientSecret)}/confirm`;
    const params: Record<string, string> = { client_secret: clientSecret };
    let answer: ApiResult;
    if (typeof method === 'object') {
      if (!isCard(method.card)) throw new IntegrationError(NO_CARD);
      Object.assign(params, describeMethod('payment_method_data', method.billing_details));
      const request: ApiRequest = { key, method: 'POST', path, params };
      answer = await method.card.send(request, 'payment_method_data');
    } else {
      if (method) params['payment_method'] = method;
      answer = await call({ method: 'POST', path, params });
    }
    const page = answer.ok && handleActions ? findAuthenticationPage(answer.value) : undefined;
    return page ? authenticate(clientSecret, page) : nameResult('paymentIntent', answer);
  }

  return {
    elements: () => createElements(origin, cards),
    confirmCardPayment,
    retrievePaymentIntent: retrieve,
    async createPaymentMethod(data: { type: string; card: unknown; billing_details?: Billing }) {
      if (data.type !== 'card' || !isCard(data.card)) throw new IntegrationError(NO_CARD);
      const params = describeMethod('', data.billing_details);
      const request: ApiRequest = { key, method: 'POST', path: '/v1/payment_methods', params };
      return nameResult('paymentMethod', await data.card.send(request, ''));
    },
    // Asked for by react-stripe-js before it takes us for Stripe.js; tokens are the old way to pay.
    createToken: () => Promise.reject(new IntegrationError('The sandbox makes no tokens.')),
    // Stripe.js only counts the libraries around it.
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
  };
}

const NO_CARD = 'A valid Element must be provided: the sandbox takes a card Element.';

/** The group of fields of one form; ours know the card. */
function createElements(origin: string, cards: Set<CardElement>) {
  let card: CardElement | undefined;
  return {
    create(type: string, options: CardOptions = {}) {
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
    /** @param type 'card', or react-stripe-js's component for it */
    getElement(type: string | { __elementType?: string }) {
      const name = typeof type === 'string' ? type : type.__elementType;
      return name === 'card' ? (card ?? null) : null;
    },
    update: () => undefined,
  };
}

function intentPath(clientSecret: unknown): string {
  const [, id] = /^(pi_\w+)_secret_\w+$/.exec(String(clientSecret)) ?? [];
  if (id) return `/v1/payment_intents/${id}`;
  throw new IntegrationError(
    'Invalid value for the client secret: it should be a string of the form ${id}_secret_${secret}.',
  );
}

function describeMethod(prefix: string, billing: Billing = {}): Record<string, string> {
  const field = (name: string) => (prefix ? `${prefix}[${name}]` : name);
  const { name, email, phone, address } = billing;
  const params: Record<string, string> = { [field('type')]: 'card' };
  const details = field('billing_details');
  if (name) params[`${details}[name]`] = name;
  if (email) params[`${details}[email]`] = email;
  if (phone) params[`${details}[phone]`] = phone;
  if (address?.postal_code) params[`${details}[address][postal_code]`] = address.postal_code;
  return params;
}

function findAuthenticationPage(intent: Record<string, unknown>): string | undefined {
  if (intent['status'] !== 'requires_action') return undefined;
  const action = intent['next_action'] as { use_stripe_sdk?: { stripe_js?: string } } | null;
  return action?.use_stripe_sdk?.stripe_js;
}

function nameResult<Name extends string>(name: Name, answer: ApiResult): Result<Name> {
  const result = answer.ok ? { [name]: answer.value } : { error: answer.error };
  return result as Result<Name>;
}
