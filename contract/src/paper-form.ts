import * as z from 'zod';
import { rights, seenContacts, typedContacts, typedHealth } from './children.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, moment, newId, pastDay, personName, requiredText, typedPhone } from './fields.ts';
import { MAX_REFERENCE_LENGTH } from './limits.ts';
import { newBlock } from './must-not-collect.ts';

/** What a family without a log-in has signed on paper, as the office enters it. */

/** Who agreed, when, and where the office finds it. */
export const paper = z.object({
  /** A guardian with every right. */
  by: id,
  /** When they signed it. */
  day: pastDay,
  /** Such as “Registration 2026, folder 3”. Never for health. */
  reference: requiredText('Say which paper.', MAX_REFERENCE_LENGTH),
});
export type Paper = z.output<typeof paper>;
paper.register(z.globalRegistry, { id: 'Paper' });

export const paperForms = {
  'PUT /children/:id/paperForm': defineEndpoint({
    summary: 'Enter a signed paper',
    access: { who: 'admin' },
    params: z.object({ id }),
    body: z.object({
      paper,
      /** All of them: they replace what is there. */
      contacts: typedContacts.optional(),
      seenContacts,
      /** null: they withdraw their consent, and what is known is erased. */
      health: typedHealth.nullish(),
      /** One more who must not collect the child. */
      block: newBlock.optional(),
      /** One more guardian, with a phone and no address. */
      guardian: z
        .object({ id: newId, name: personName, phone: typedPhone, may: rights })
        .optional(),
    }),
    output: z.object({ status: z.literal(true), confirmedAt: moment }),
    errors: [
      'own_family',
      'not_found',
      'guardian_may_not',
      'family_has_log_in',
      'contacts_changed',
      'health_changed',
      'text_changed',
      'too_many_guardians',
      'account_exists',
      'request_used',
    ],
  }),
};
