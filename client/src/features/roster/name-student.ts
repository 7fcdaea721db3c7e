import type { RosterStudent } from './roster.queries.ts';

/** A student's name, or the words of spec section 3 if there is none. */
export function nameStudent({ name }: RosterStudent): string {
  return name.trim() ? name : 'Not Found';
}
