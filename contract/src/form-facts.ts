import * as z from 'zod';

/** What who has the roster reads of a person's forms. */
const formFact = z.object({
  label: z.string(),
  text: z.string(),
  /** Always in sight, such as who is not in pictures. */
  isMark: z.literal(true).optional(),
});
export type FormFact = z.output<typeof formFact>;
formFact.register(z.globalRegistry, { id: 'FormFact' });

/** Missing if there are none. */
export const formFacts = z.array(formFact).optional();
