import { Refusal } from '../http/refusal.ts';

/** The fields of Stripe's error object that are used here. */
export interface StripeErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
  setup_intent?: object;
}

/** A refusal in Stripe's words. */
export class StripeError extends Refusal {
  readonly body: StripeErrorBody;

  /** @param status the HTTP status: 400, 401, 402 (the card), 403 or 404 */
  constructor(status: number, body: StripeErrorBody) {
    super(status, { error: body }, body.message);
    this.body = body;
  }
}

/** Stripe's 400. */
export function invalidRequest(message: string, code?: string, param?: string): StripeError {
  return new StripeError(400, {
    type: 'invalid_request_error',
    message,
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  });
}

/** Stripe's 404. */
export function missingResource(kind: string, id: string, param: string): StripeError {
  return new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}
