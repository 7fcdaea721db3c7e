import './messages.ts';
import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import { done } from './fields.ts';
import type { AdminBundle, KeyKind } from './limits.ts';

/**
 * Who may make a call.
 * - `visitor`: anyone. A token is ignored.
 * - `anybody`: anyone. The handler knows a caller with a session token; one that has ended is ignored.
 * - `provider`: anyone who proves with the authentication provider's ID token (in the Authorization header) that the
 *   email is theirs. Used only to get a session token.
 * - `session`: anyone with a session token, registered or not.
 * - `registered`: any registered user. `student`, `instructor`, `admin`: only users with that role. Staff who have
 *   children or seats here count as students, too.
 *
 * `own` names the part of the input whose `email` must be the caller's. `refusal` is the error code for a caller with
 * another role; the default is `not_allowed`.
 *
 * `bundles` are the admins who count as such; the default is `director` and `office`. Others are refused by a call for
 * admins, and count as parents in a call for anyone registered.
 *
 * `keys`: an API key of this kind makes the call, too. Every other call refuses all keys. Only for an admin's GET, whose
 * handler then learns nothing about the caller: the answer is the same for all. R511
 */
export type Access = {
  who:
    | 'visitor'
    | 'anybody'
    | 'provider'
    | 'session'
    | 'registered'
    | 'student'
    | 'instructor'
    | 'admin';
  own?: 'params' | 'query' | 'body';
  refusal?: ErrorCode;
  bundles?: readonly AdminBundle[];
  keys?: KeyKind;
};

/**
 * One call of the API as data. The server's route, the client's types and the OpenAPI document come from it. R37, R292
 */
export type Endpoint = {
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  output: z.ZodType;
  /** How large the body may be, if more than MAX_BODY_BYTES. */
  bodyBytes?: number;
  /** The answer's type, if it is text rather than JSON. Only for a visitor's GET, and private. */
  type?: 'text/calendar';
  /** Counted against the rate limit (RATE_LIMIT_PER_MINUTE). Calls over it get `too_many_requests`. */
  limited?: true;
  /** Calls with good input are counted by the hour instead (MESSAGES_PER_HOUR). Only for a limited call. */
  byHour?: true;
  /** The answer may be up to one second old. Only for a visitor's GET. */
  cached?: true;
  /** Clears the cached answers, so that the caller sees the change at once. */
  changesCatalogue?: true;
  /** The error codes that a permitted caller can get, besides `invalid_input`. */
  errors?: readonly ErrorCode[];
};

/** Method and path as Express writes them, e.g. `DELETE /addClass/:cartId`. */
export type EndpointName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/**
 * Declares one call. A call without an access rule does not compile.
 * @returns the same endpoint, with its exact type
 */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

/** Declares a call whose answer only says that it is done. */
export function defineAct<const E extends Omit<Endpoint, 'output'>>(endpoint: E) {
  return { ...endpoint, output: done };
}

type Part = 'params' | 'query' | 'body';
type Schema<E extends Endpoint, P extends Part> = E[P] extends z.ZodType ? E[P] : never;
type PartsOf<E extends Endpoint> = { [P in Part]: E[P] extends z.ZodType ? P : never }[Part];

/** The parts that are optional, because every field in them is. */
type OptionalPartsOf<E extends Endpoint> = {
  [P in PartsOf<E>]: Record<never, never> extends z.input<Schema<E, P>> ? P : never;
}[PartsOf<E>];

/** What a caller sends: `{ params, query, body }`, or as many of them as the call has. */
export type Input<E extends Endpoint> = {
  [P in Exclude<PartsOf<E>, OptionalPartsOf<E>>]: z.input<Schema<E, P>>;
} & { [P in OptionalPartsOf<E>]?: z.input<Schema<E, P>> };

/** The input as the last parameter of a function that makes calls. It is optional if every part is. */
export type InputArguments<E extends Endpoint> =
  Record<never, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>];

/** The input after the server has parsed it. */
export type ParsedInput<E extends Endpoint> = { [P in PartsOf<E>]: z.output<Schema<E, P>> };

/** The call's answer. */
export type Output<E extends Endpoint> = z.output<E['output']>;
