import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may make a call.
 * - `visitor`: anyone; a token, if sent, is not looked at.
 * - `provider`: whoever proves with the authentication provider's ID token (in the Authorization header)
 *   that the e-mail is theirs; this is how a session token is had.
 * - `session`: holder of a session token, registered or not yet.
 * - `registered`: a registered user of any role; `student`, `instructor`, `admin`: of just that role.
 *
 * `own` names the part of the input whose `email` must be the caller's. `refusal` is what a caller of another role
 * is told, if not `not_allowed`.
 */
export type Access = {
  who: 'visitor' | 'provider' | 'session' | 'registered' | 'student' | 'instructor' | 'admin';
  own?: 'params' | 'query' | 'body';
  refusal?: ErrorCode;
};

/** One call of the API as data. The server binds it, the client types it, OpenAPI shows it. */
export type Endpoint = {
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  output: z.ZodType;
  /** Only so many a minute from one address (RATE_LIMIT_PER_MINUTE), then `too_many_requests`. */
  limited?: true;
  /** Answered with bytes that are made once a second for all who ask; only for a visitor's GET. */
  cached?: true;
  /** Cached answers are made anew after it, so that whoever made the call sees what it did. */
  changesCatalogue?: true;
  /** What a caller who may make the call can be refused with, beside `invalid_input`. */
  errors?: readonly ErrorCode[];
};

/** Method and path as Express spells it, e.g. `DELETE /addClass/:cartId`. */
export type EndpointName = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;

/**
 * Declares one call. An endpoint without an access rule does not compile.
 * @returns the endpoint itself, with its exact type
 */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Part = 'params' | 'query' | 'body';
type Schema<E extends Endpoint, P extends Part> = E[P] extends z.ZodType ? E[P] : never;
type PartsOf<E extends Endpoint> = { [P in Part]: E[P] extends z.ZodType ? P : never }[Part];

/** The parts that may be left out, because nothing in them is needed. */
type OptionalPartsOf<E extends Endpoint> = {
  [P in PartsOf<E>]: Record<never, never> extends z.input<Schema<E, P>> ? P : never;
}[PartsOf<E>];

/** What a caller sends: `{ params, query, body }`, each only if the call has it. */
export type Input<E extends Endpoint> = {
  [P in Exclude<PartsOf<E>, OptionalPartsOf<E>>]: z.input<Schema<E, P>>;
} & { [P in OptionalPartsOf<E>]?: z.input<Schema<E, P>> };

/** The input as the last parameter of a function that makes calls: it may be left out where nothing is needed. */
export type InputArguments<E extends Endpoint> =
  Record<never, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>];

/** The same after the server has parsed it. */
export type ParsedInput<E extends Endpoint> = { [P in PartsOf<E>]: z.output<Schema<E, P>> };

/** What the call answers with. */
export type Output<E extends Endpoint> = z.output<E['output']>;
