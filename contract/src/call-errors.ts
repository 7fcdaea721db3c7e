import type { Endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';

const ALWAYS = ['internal', 'unavailable'] as const;
const FOR_INPUT = ['invalid_input'] as const;
const FOR_A_TOKEN = [
  'not_signed_in',
  'session_expired',
  'account_removed',
  'account_deleting',
] as const;
const FOR_A_ROLE = ['not_allowed', 'role_changed'] as const;
const FOR_A_KEY = ['key_unknown', 'key_expired'] as const;
const FOR_A_LIMIT = ['too_many_requests'] as const;
const ROLES_WITH_REFUSAL = ['student', 'instructor', 'admin'] as const;

type Part = 'params' | 'query' | 'body';

/** Every error code that a call can answer with; `listErrorCodes` as a type. */
export type CallErrorCode<E extends Endpoint> =
  | (typeof ALWAYS)[number]
  | (Extract<keyof E, Part> extends never ? never : (typeof FOR_INPUT)[number])
  | (E['access']['who'] extends 'visitor' ? never : (typeof FOR_A_TOKEN)[number])
  | (E['access'] extends { own: string } | { who: (typeof ROLES_WITH_REFUSAL)[number] }
      ? (typeof FOR_A_ROLE)[number]
      : never)
  | (E['access'] extends { refusal: infer R extends ErrorCode } ? R : never)
  | (E['access'] extends { keys: string } ? (typeof FOR_A_KEY | typeof FOR_A_LIMIT)[number] : never)
  | (E extends { limited: true } ? (typeof FOR_A_LIMIT)[number] : never)
  | (E extends { errors: readonly (infer C extends ErrorCode)[] } ? C : never);

/** @returns every error code that a call can answer with, from its access rule, its input and its own list */
export function listErrorCodes(endpoint: Endpoint): ErrorCode[] {
  const { who, own, refusal, keys } = endpoint.access;
  const isForRole = ROLES_WITH_REFUSAL.some((role) => role === who);
  return [
    ...(endpoint.params || endpoint.query || endpoint.body ? FOR_INPUT : []),
    ...(who === 'visitor' ? [] : FOR_A_TOKEN),
    ...(own || isForRole ? FOR_A_ROLE : []),
    ...(refusal ? [refusal] : []),
    ...(keys ? FOR_A_KEY : []),
    ...(endpoint.limited || keys ? FOR_A_LIMIT : []),
    ...(endpoint.errors ?? []),
    ...ALWAYS,
  ];
}
