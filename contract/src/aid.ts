import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { anyDay, day, id, moment, requiredText, shownEmail, typedInt } from './fields.ts';
import { MAX_AID_WORDS, MAX_PRICE } from './limits.ts';
import { listQuery } from './lists.ts';

/** Families ask for financial aid, and directors answer. Nobody else reads any of it. decisions/0078 */

const MAX_CENTS = MAX_PRICE * 100;
const cents = z.int().min(1).max(MAX_CENTS);
const MAX_CLASSES = 200;

const terms = z.object({
  /** Percentage of each seat's price after discounts; or else `amount`, in cents. */
  percent: typedInt(1, 100, 'Enter a whole number from 1 to 100.').nullable(),
  amount: typedInt(1, MAX_CENTS, 'Enter an amount, such as 40.').nullable(),
  /** Whether it covers all seats that the account books, or only those of the named person. */
  isForAll: z.boolean(),
  /** Only these classes; empty for all. */
  classIds: z.array(id).max(MAX_CLASSES),
  /** The last day on which a seat can be held with it, by the school's calendar. */
  until: anyDay,
});

const award = terms
  .omit({ classIds: true })
  .extend({ until: day, classNames: z.array(z.string()), isOver: z.boolean() });
award.register(z.globalRegistry, { id: 'Award' });

export const aidRequest = z.object({
  _id: id,
  /** null: the account itself. */
  childId: id.nullable(),
  person_name: z.string(),
  /** What the family wrote, and what it can pay for each class in cents; null if erased or not given. */
  words: z.string().nullable(),
  canPay: cents.nullable(),
  askedAt: moment,
  /** null until answered. */
  answeredAt: moment.nullable(),
  /** The school's reply; null if empty or erased. */
  answer: z.string().nullable(),
  /** null until answered, and if the school can't help. */
  award: award.nullable(),
});
export type AidRequest = z.output<typeof aidRequest>;
aidRequest.register(z.globalRegistry, { id: 'AidRequest' });

const listedRequest = aidRequest.extend({
  /** The account that asked. */
  familyId: id,
  name: z.string(),
  email: shownEmail,
  /** The director who answered. */
  answeredBy: z.string().nullable(),
});
export type ListedAidRequest = z.output<typeof listedRequest>;
listedRequest.register(z.globalRegistry, { id: 'ListedAidRequest' });

const words = z.string().trim().max(MAX_AID_WORDS);
const theRequest = z.object({ id });

export const aid = {
  'GET /myAid': defineEndpoint({
    summary: 'The caller’s aid requests',
    access: { who: 'student' },
    output: z.array(aidRequest),
  }),

  'POST /myAid': defineAct({
    summary: 'Ask for financial aid',
    access: { who: 'student' },
    limited: true,
    byHour: true,
    body: z.object({
      /** The child that it is for. Without it, the account itself. */
      childId: id.optional(),
      words: requiredText('Write a few words.', MAX_AID_WORDS),
      /** What the family can pay for each class, in cents. */
      canPay: typedInt(1, MAX_CENTS, 'Enter an amount, such as 40, or leave it empty.').optional(),
    }),
    errors: ['not_found', 'guardian_may_not', 'aid_asked'],
  }),

  'DELETE /myAid/:id': defineAct({
    summary: 'Take a request back',
    access: { who: 'student' },
    limited: true,
    params: theRequest,
    errors: ['not_found', 'aid_answered'],
  }),

  'GET /aidRequests': defineEndpoint({
    summary: 'Requests for financial aid',
    access: { who: 'admin', bundles: ['director'] },
    query: listQuery(['askedAt'])
      .omit({ search: true })
      .extend({ open: z.stringbool().optional() }),
    output: z.array(listedRequest),
  }),

  'PUT /aidRequests/:id/answer': defineAct({
    summary: 'Award or decline financial aid',
    access: { who: 'admin', bundles: ['director'] },
    params: theRequest,
    body: z
      .object({
        /** null to decline. */
        award: terms.nullable(),
        /** What the family reads in the app. */
        text: words,
      })
      .superRefine(({ award: given, text }, context) => {
        const refuse = (path: string[], message: string) =>
          context.addIssue({ code: 'custom', path, message });
        if (!given && !text) refuse(['text'], 'Say why. Only the family reads it.');
        if (given && (given.percent === null) === (given.amount === null))
          refuse(['award', 'percent'], 'Enter either a percentage or an amount.');
      }),
    errors: ['own_family', 'not_found', 'aid_answered', 'guardian_may_not'],
  }),

  'DELETE /aidRequests/:id/award': defineAct({
    summary: 'End an award. Seats keep their price',
    access: { who: 'admin', bundles: ['director'] },
    params: theRequest,
    errors: ['own_family', 'not_found'],
  }),
};
