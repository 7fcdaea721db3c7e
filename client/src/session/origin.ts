import type { To } from 'react-router-dom';
import { paths } from '../lib/paths.ts';

/** Where a person goes after they have logged in, and with which state. */
export type Origin = { to: To; state: unknown };

/**
 * Reads the state that guards and Join Now leave at the log-in page: `{ from: Location, join?: classId }`.
 * A class to join goes on with the person; JoinButton takes it up there.
 */
export function readOrigin(state: unknown): Origin {
  const { from, join } = readFields(state);
  const { pathname, search, hash, state: earlier } = readFields(from);
  const goesOn = typeof join === 'string' ? { join } : undefined;
  if (typeof pathname !== 'string') return { to: paths.home, state: goesOn };
  return {
    to: { pathname, search: String(search ?? ''), hash: String(hash ?? '') },
    state: goesOn ?? earlier,
  };
}

function readFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value ? { ...value } : {};
}
