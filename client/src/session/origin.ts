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

/** The name of the class that a visitor wanted to join. */
export function readClassName(state: unknown): string | undefined {
  const { className } = readFields(state);
  return typeof className === 'string' ? className : undefined;
}

function readFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value ? { ...value } : {};
}
