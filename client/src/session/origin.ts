import type { To } from 'react-router-dom';
import { paths } from '../lib/paths.ts';

/** Where a person goes after the log-in, and with which state. */
export type Origin = { to: To; state: unknown };

/**
 * Reads the state that guards and Join Now leave at the log-in page: `{ from: Location, join?: classId }`.
 * The class to join is passed on in the state, and JoinButton joins it.
 */
export function readOrigin(state: unknown): Origin {
  const { from, join } = readFields(state);
  const { pathname, search, hash, state: earlier } = readFields(from);
  const joinState = typeof join === 'string' ? { join } : undefined;
  if (typeof pathname !== 'string') return { to: paths.home, state: joinState };
  return {
    to: { pathname, search: String(search ?? ''), hash: String(hash ?? '') },
    state: joinState ?? earlier,
  };
}

/** Why somebody signs up or logs in: for a seat or a place on the waiting list of a class, or because of an invitation. */
export type Purpose =
  | { kind: 'seat' | 'waiting'; className: string }
  /** The email's link says so, and nothing else: who reads it may be a stranger (R104). */
  | { kind: 'invited' };

/** The hash of the link in the email that invites a guardian: the server writes it. It is also the list's id. */
export const INVITED = 'invited';

/**
 * Reads what `readOrigin` reads, and `{ className, isWaiting }` of Join Now; undefined if there is nothing to name.
 * R235
 */
export function readPurpose(state: unknown): Purpose | undefined {
  const { from, className, isWaiting } = readFields(state);
  if (typeof className === 'string')
    return { kind: isWaiting === true ? 'waiting' : 'seat', className };
  const { pathname, hash } = readFields(from);
  return pathname === paths.children && hash === `#${INVITED}` ? { kind: 'invited' } : undefined;
}

function readFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value ? { ...value } : {};
}
