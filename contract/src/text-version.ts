import * as z from 'zod';
import { moment, pastDay } from './fields.ts';
import { TEXT_NAMES } from './text-parts.ts';

export const textName = z.enum(TEXT_NAMES).meta({ id: 'TextName' });

/** `2026-11-26`, or `2026-11-26.2` for the second one of a day. R621 */
export const textVersion = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d(\.\d{1,3})?$/)
  .refine((version) => pastDay.safeParse(version.slice(0, 10)).success)
  .meta({ id: 'TextVersion' });

/** The version of the text that somebody agrees to, which the server compares. @param problem if they don't */
export function agreedVersion(problem: string) {
  return z.string(problem);
}

/** The texts to which somebody agrees by paying by card, in the versions that they read. R635 */
export const paidTexts = z.object({
  terms: z.string(),
  refundPolicy: z.string(),
  refundCases: z.string(),
});
export type PaidTexts = z.output<typeof paidTexts>;
paidTexts.register(z.globalRegistry, { id: 'PaidTexts' });

/** What somebody agreed to. */
export const agreement = z.object({
  name: textName,
  /** Empty for parts from before it was recorded. */
  version: z.string(),
  at: moment,
  /** The child’s name, or the words of paying in parts. */
  about: z.string(),
});
export type Agreement = z.output<typeof agreement>;
agreement.register(z.globalRegistry, { id: 'Agreement' });
