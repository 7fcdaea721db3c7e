import * as z from 'zod';
import { certificateProblem } from './certificates.ts';
import { defineEndpoint } from './endpoint.ts';
import { currency, day, email, id, moment } from './fields.ts';
import { owedTotals } from './owed-seats.ts';
import { receiptId } from './payments.ts';

/** What waits for the office today. The web app says where each is handled. */

const count = z.int().min(0);
/** In cents, across all currencies. Below 0 if more went back. */
const money = z.int();

/** A class that needs something, and how many people are affected. */
const classToSee = z.object({ _id: id, name: z.string(), camp_start: day, people: count });
export type ClassToSee = z.output<typeof classToSee>;
classToSee.register(z.globalRegistry, { id: 'ClassToSee' });

/** The first few, and how many there are. */
const classesToSee = z.object({ first: z.array(classToSee), total: count });
export type ClassesToSee = z.output<typeof classesToSee>;
classesToSee.register(z.globalRegistry, { id: 'ClassesToSee' });

/** What arrived minus what went back, and the seats that were paid for. */
const earned = z.object({ amount: money, payments: count });
/** So far, and in the same days of last year. */
const compared = z.object({ from: day, now: earned, lastYear: earned });
export type Compared = z.output<typeof compared>;
compared.register(z.globalRegistry, { id: 'Compared' });

export const dayList = {
  'GET /dayList': defineEndpoint({
    summary: 'What waits for the office today',
    access: { who: 'admin' },
    output: z.object({
      /** Open disputes, the first deadline first, at most 20. */
      disputes: z.array(
        z.object({
          paymentId: receiptId,
          name: z.string(),
          amount: count,
          currency,
          /** When Stripe wants an answer; null if it waits for none. */
          dueBy: moment.nullable(),
        }),
      ),
      /** Refunds to look at, failed emails, and messages that nobody has dealt with. */
      refunds: count,
      mails: count,
      /** Of forms, that nobody of the office has looked at. */
      documents: count,
      messages: count,
      /** What families owe, and what of it is overdue. */
      owed: owedTotals,
      /** How many people without an email address are to be called. */
      calls: count,
      /**
       * Today's classes where somebody has not come half an hour after the start, or is still there half an hour after
       * the end. A class without any tap today is left out.
       */
      notArrived: classesToSee,
      notCollected: classesToSee,
      /** Who left in a way that was not allowed, by class and day, until an admin opens the list of that day. */
      notAllowed: z.array(z.object({ classId: id, name: z.string(), day, people: count })),
      /** Classes that start within two weeks, with how many children lack an emergency contact or a health answer. */
      unready: classesToSee,
      /** Open classes that are not over and have no instructor, with how many are enrolled. */
      withoutInstructor: classesToSee,
      /** Classes that can be joined and are full, with how many people wait. */
      fullWithWaiting: classesToSee,
      /** People who lead an open class or are on its team, and what is wrong with their certificates, by name. */
      certificates: z.array(
        z.object({ userId: id, name: z.string(), email, problems: z.array(certificateProblem) }),
      ),
      /** Since yesterday began in the school’s time zone. */
      sinceYesterday: z.object({
        users: count,
        messages: count,
        payments: count,
        paid: money,
        refunds: count,
        refunded: money,
      }),
      week: compared,
      month: compared,
      /** Since January 1. */
      season: compared,
    }),
  }),
};
export type DayList = z.output<(typeof dayList)['GET /dayList']['output']>;
