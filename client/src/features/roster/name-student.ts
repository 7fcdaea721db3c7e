import type { RosterStudent } from './roster.queries.ts';

/** A student's name; spec section 3 says what stands where there is none. */
export function nameStudent({ name }: RosterStudent): string {
  return name.trim() ? name : 'Not Found';
}
