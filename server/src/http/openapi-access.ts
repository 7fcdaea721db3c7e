import { listErrorCodes } from '@speakifyr/contract/call-errors.ts';
import type { AdminBundle } from '@speakifyr/contract/limits.ts';
import type { Access, Endpoint } from '@speakifyr/contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '@speakifyr/contract/errors.ts';
import { OFFICE } from '../users/bundles.ts';

/** What calls of every kind can answer with. The document has these once. */
const GENERAL_CODES: ErrorCode[] = [
  'invalid_input',
  'not_signed_in',
  'session_expired',
  'account_removed',
  'account_deleting',
  'role_changed',
  'not_allowed',
  'not_found',
  // Of the office, about a family: own-family.ts.
  'own_family',
  // About a child for whom the caller has no such right, or before their address is confirmed.
  'guardian_may_not',
  'verify_email_first',
  // To a program, about its API key.
  'key_unknown',
  'key_expired',
  // About a seat that is just being changed, and with an id that another request had.
  'seat_changing',
  'seat_moving',
  'request_used',
  'too_many_requests',
  'internal',
  'unavailable',
];

/** How a call refuses, for `components/responses`. Each call refers to it. */
export const REFUSED = {
  description: `Refused. Besides the codes that a call names, it can be ${writeCodes(GENERAL_CODES)}.`,
  headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

/**
 * R510
 * @returns who may make a call and the error codes of its own: `Directors: own_account.`
 */
export function describeCaller(endpoint: Endpoint): string {
  const codes = new Set(listErrorCodes(endpoint));
  const own = [...codes].filter((code) => !GENERAL_CODES.includes(code));
  const who = describeAccess(endpoint.access);
  return own.length === 0 ? who : `${who.slice(0, -1)}: ${writeCodes(own)}.`;
}

/** @returns the `security` of a call. Most need a session: the document says so once, for all without one of their own */
export function describeSecurity({ who, keys }: Access): { security?: object[] } {
  if (keys) return { security: [{ session: [] }, { key: [] }] };
  if (who === 'visitor') return { security: [] };
  if (who === 'anybody') return { security: [{}, { session: [] }] };
  return who === 'provider' ? { security: [{ provider: [] }] } : {};
}

function describeAccess({ who, own, keys, bundles = OFFICE }: Access): string {
  const people = {
    visitor: 'Anyone.',
    anybody: 'Anyone. A caller with a session is known.',
    provider: 'Anyone with the provider’s ID token.',
    session: 'Any holder of a session token.',
    registered: bundles.includes('accountant') ? 'Any account.' : 'Any user.',
    student: 'Students.',
    instructor: 'Instructors.',
    admin: nameAdmins(bundles),
  }[who];
  if (keys) return `${people} Programs with an API key for ${keys}.`;
  return own ? `${people} Own email only.` : people;
}

/** @returns such as `seat_changing; 401 not_signed_in, session_expired; 403 not_allowed` */
function writeCodes(codes: readonly ErrorCode[]): string {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))];
  return statuses
    .toSorted((a, b) => Number(b === 409) - Number(a === 409))
    .map((status) => {
      const ofStatus = codes.filter((code) => ERRORS[code].status === status);
      // The document says once that most have this one.
      return status === 409 ? ofStatus.join(', ') : `${status} ${ofStatus.join(', ')}`;
    })
    .join('; ');
}

/** The words that the document's description explains. */
function nameAdmins(bundles: readonly AdminBundle[]): string {
  if (bundles === OFFICE) return 'Office.';
  if (bundles.includes('accountant')) return 'Admins.';
  return 'Directors.';
}
