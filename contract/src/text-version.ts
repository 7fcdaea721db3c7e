import * as z from 'zod';

/** `2026-11-26`, or `2026-11-26.2` for the second one of a day. R621 */
export const textVersion = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d(\.\d{1,3})?$/)
  .meta({ id: 'TextVersion' });

/** The version of the text that somebody agrees to. @param problem if they don't */
export function agreedVersion(problem: string) {
  return z.string(problem).regex(/^\d{4}-\d\d-\d\d(\.\d{1,3})?$/, problem);
}
