import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { anyDay, day, id, moment, name } from './fields.ts';
import { VERDICTS } from './judge-collector.ts';
import { MAX_NOTE_LENGTH } from './limits.ts';
import { adultName } from './pickup-codes.ts';

/**
 * Who must not collect a child. It may be about another guardian, so within the family only its author reads an entry.
 */

/** As the team reads it at the gate. */
export const blockedPerson = z.object({
  /** As it was when the entry was made. */
  name,
  /** The guardian whom the office has chosen. Missing for everybody else, who is compared by name. */
  guardianId: id.optional(),
  /** That guardian's name today, if they have changed it. */
  nameNow: z.string().optional(),
  /** Guardians who changed their name since, with the verdict before. */
  pinned: z
    .array(z.object({ guardianId: id, name: z.string(), verdict: z.enum(VERDICTS) }))
    .optional(),
  /** The first day. */
  since: day,
  /** May be empty. */
  note: z.string(),
});
export type BlockedPerson = z.output<typeof blockedPerson>;
blockedPerson.register(z.globalRegistry, { id: 'BlockedPerson' });

/** As its author reads it. */
export const ownBlock = blockedPerson
  .omit({ guardianId: true, nameNow: true, pinned: true })
  .extend({ _id: id });
export type OwnBlock = z.output<typeof ownBlock>;
ownBlock.register(z.globalRegistry, { id: 'OwnBlock' });

/** As an admin reads it. */
export const listedBlock = blockedPerson.extend({
  _id: id,
  /** The author's name; empty if no longer known. */
  by: z.string(),
  isByOffice: z.boolean(),
  /** A guardian wrote it who no longer decides about the child: it stays until the office decides. */
  hasAuthorLeft: z.boolean(),
  at: moment,
});
export type ListedBlock = z.output<typeof listedBlock>;
listedBlock.register(z.globalRegistry, { id: 'ListedBlock' });

export const newBlock = z.object({
  name: adultName,
  since: anyDay,
  note: z.string().trim().max(MAX_NOTE_LENGTH),
});
newBlock.register(z.globalRegistry, { id: 'NewBlock' });

/** A guardian by id, whatever they call themselves; anybody else by name. */
const newOfficeBlock = newBlock
  .extend({ name: adultName.optional(), guardianId: id.optional() })
  .refine(({ name, guardianId }) => (name === undefined) !== (guardianId === undefined), {
    message: 'Choose a guardian, or enter a name.',
    path: ['name'],
  });
export type NewOfficeBlock = z.output<typeof newOfficeBlock>;
newOfficeBlock.register(z.globalRegistry, { id: 'NewOfficeBlock' });

const theChild = z.object({ id });
const theEntry = z.object({ id, entryId: id });

export const mustNotCollect = {
  'POST /myChildren/:id/mustNotCollect': defineAct({
    summary: 'Say who must not collect a child',
    access: { who: 'student' },
    limited: true,
    params: theChild,
    body: newBlock,
    errors: ['not_found', 'guardian_may_not'],
  }),

  'DELETE /myChildren/:id/mustNotCollect/:entryId': defineAct({
    summary: 'End the caller’s own block',
    access: { who: 'student' },
    limited: true,
    params: theEntry,
    errors: ['not_found', 'guardian_may_not'],
  }),

  'GET /children/:id/mustNotCollect': defineEndpoint({
    summary: 'Who must not collect a child',
    access: { who: 'admin' },
    params: theChild,
    output: z.array(listedBlock),
    errors: ['own_family', 'not_found'],
  }),

  'POST /children/:id/mustNotCollect': defineAct({
    summary: 'Say who must not collect',
    access: { who: 'admin' },
    params: theChild,
    body: newOfficeBlock,
    errors: ['own_family', 'not_found'],
  }),

  'DELETE /children/:id/mustNotCollect/:entryId': defineAct({
    summary: 'End a block as the office',
    access: { who: 'admin' },
    params: theEntry,
    errors: ['own_family', 'not_found'],
  }),
};
