import { ROLES, type Role } from '@speakifyr/contract/limits.ts';

/** What the home page says to a person who was sent there: a greeting, or which role the page they wanted is for. */
export type Arrival = { kind: 'greeting' } | { kind: 'refused'; role: Role };

/** The navigation state after a log-in that leads to the home page. */
export const GREETING = { greeting: true };

/** Reads the navigation state that a guard or the log-in has left. */
export function readArrival(state: unknown): Arrival | undefined {
  if (typeof state !== 'object' || !state) return undefined;
  if ('greeting' in state) return { kind: 'greeting' };
  const refused = 'refused' in state ? ROLES.find((role) => role === state.refused) : undefined;
  return refused && { kind: 'refused', role: refused };
}
