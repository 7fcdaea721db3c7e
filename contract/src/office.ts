import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { courseTag, currency, day, email, id, name, price, room, sit } from './fields.ts';
import { PAYMENT_STATES } from './limits.ts';
import { listQuery, period, searchText } from './lists.ts';
import { entryCode, receiptId } from './payments.ts';

/** The daily lists of the school's office: classes with their people, and payments. */

/** Drafts and archived classes are not public. */
const classStatus = z.enum(['open', 'draft', 'archived']);
const count = z.int().min(0);

/** A payment of the ledger, without the person and the class. */
const seatPayment = z.object({
  /** The payment id. */
  _id: receiptId,
  /** In cents. */
  amount: count,
  currency,
  state: z.enum(PAYMENT_STATES),
});
export type SeatPayment = z.output<typeof seatPayment>;

export const listedPayment = seatPayment.extend({
  name: z.string(),
  email,
  classId: id,
  className: z.string(),
  createdAt: z.iso.datetime(),
  /** When it bought its seat, was refunded or was canceled. */
  settledAt: z.iso.datetime().nullable(),
});
export type ListedPayment = z.output<typeof listedPayment>;

const listedClass = z.object({
  _id: id,
  name,
  course_tag: courseTag,
  /** The instructor's name, or not-assigned. */
  instructor: z.string(),
  camp_start: day,
  camp_end: day,
  status: classStatus,
  enrolled: count,
  held: count,
  sit,
});
export type ListedClass = z.output<typeof listedClass>;

const enrolledPerson = z.object({
  cartId: id,
  entry_code: entryCode,
  name: z.string(),
  email,
  enrolledAt: z.iso.datetime(),
  /** null if the ledger does not have it. */
  payment: seatPayment.nullable(),
});
export type EnrolledPerson = z.output<typeof enrolledPerson>;

/** A held seat. `payment` is the one that the student has begun. */
const holdingPerson = z.object({
  cartId: id,
  name: z.string(),
  email,
  joinedAt: z.iso.datetime(),
  heldUntil: z.iso.datetime(),
  payment: seatPayment.nullable(),
});
export type HoldingPerson = z.output<typeof holdingPerson>;

const classPeople = listedClass.omit({ enrolled: true, held: true }).extend({
  price,
  assign_room: room,
  enrolled: z.array(enrolledPerson),
  held: z.array(holdingPerson),
  refunded: z.array(listedPayment),
});
export type ClassPeople = z.output<typeof classPeople>;

export const office = {
  'GET /classList': defineEndpoint({
    summary:
      'Classes with one status (open by default), by start day, and how many people are in them. Search looks at name, tag and instructor',
    access: { who: 'admin' },
    query: listQuery(['camp_start']).extend({ status: classStatus.optional() }),
    output: z.array(listedClass),
  }),

  'GET /classPeople/:id': defineEndpoint({
    summary:
      'A class with any status: who is enrolled, who holds a seat until when, and whose money went back',
    access: { who: 'admin' },
    params: z.object({ id }),
    output: classPeople,
    errors: ['not_found'],
  }),

  'GET /payments': defineEndpoint({
    summary:
      'The payments of the ledger, newest first. Search looks at name and email, or at the beginning of a payment id. `from` and `to` are the days on which they began. Without `size`, at most 100',
    access: { who: 'admin' },
    query: listQuery(['createdAt']).extend({ state: z.enum(PAYMENT_STATES).optional(), ...period }),
    output: z.array(listedPayment),
  }),

  'GET /paymentTotals': defineEndpoint({
    summary: 'How many payments match, and their sums, by currency and state',
    access: { who: 'admin' },
    query: z.object({ search: searchText, ...period }),
    output: z.array(
      z.object({
        currency,
        state: z.enum(PAYMENT_STATES),
        count,
        /** In cents. */
        amount: count,
      }),
    ),
  }),
};
