/** The messages that our pages and the app's page exchange with `postMessage`. */

/** The Google popup to the page that opened it: somebody chose an account. */
export const AUTH_EVENT = 'speakifyr-sandbox/auth-event';

/** The app's page to a new card field, with a port for all further messages. */
export const CARD_FIELD_HELLO = 'speakifyr-sandbox/card-field';

/** The 3-D Secure page to the app's page: the question was answered. */
export const AUTHENTICATED = 'speakifyr-sandbox/authenticated';

/** The app's page to the 3-D Secure page: the dialog was closed, which counts as a no. */
export const DISMISSED = 'speakifyr-sandbox/dismissed';

/** The options of a card element that are used here. It never asks for a ZIP code. */
export interface FieldOptions {
  style?: Partial<Record<'base' | 'invalid', StyleVariant>>;
}

/** CSS properties in camel case. Pseudo-classes such as `::placeholder` have their own. */
export type StyleVariant = { [property: string]: string | StyleVariant };

/** An error as Stripe.js gives it to the app. */
export interface StripeJsError {
  type: string;
  message: string;
  code?: string;
}

/** A call to Stripe's API. `params` are form fields; `a[b]` is a nested one. */
export interface ApiRequest {
  key: string;
  method: 'GET' | 'POST';
  path: string;
  params: Record<string, string>;
}

/** Stripe's answer: the object, or the error. */
export type ApiResult =
  { ok: true; value: Record<string, unknown> } | { ok: false; error: StripeJsError };

/** Page to card field. `send` asks for an API call with the card added to it. */
export type ToField =
  | { type: 'options'; options: FieldOptions }
  | { type: 'focus' }
  | { type: 'send'; id: number; request: ApiRequest };

/** Card field to page. */
export type FromField =
  | { type: 'ready' | 'submit' }
  | { type: 'height'; height: number }
  | { type: 'change'; error: StripeJsError | undefined }
  | { type: 'answer'; id: number; result: ApiResult };
