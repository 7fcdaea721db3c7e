import * as z from 'zod';
import { paidUnder, refundTerms } from './cancellation.ts';
import { classFacts, soldByDay } from './classes.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  campDays,
  courseTag,
  currency,
  day,
  id,
  moment,
  name,
  price,
  room,
  shownEmail,
  sit,
} from './fields.ts';
import { ADMIN_BUNDLES } from './limits.ts';
import { ITEM_STATES, MOVEMENT_KINDS, PAYMENT_STATES } from './money-states.ts';
import { listQuery, period, searchText, season, whole } from './lists.ts';
import {
  boughtSeat,
  entryCode,
  owedParts,
  paymentMethod,
  receiptId,
  received,
  refundReason,
} from './payments.ts';
import { priceLines } from './discounts.ts';
import { classGroups } from './groups.ts';
import { refundId, refundLine } from './refunds.ts';

/** The daily lists of the school's office: classes with their people, and payments. */

/** Drafts and archived classes are not public. */
export const classStatus = z.enum(['open', 'draft', 'archived']);
classStatus.register(z.globalRegistry, { id: 'ClassStatus' });
const count = z.int().min(0);

/** What was paid for one seat. */
const seatPayment = z.object({
  /** The payment id. */
  _id: receiptId,
  /** The price of the seat, in cents. */
  amount: count,
  currency,
  method: paymentMethod,
  /** What became of the seat. */
  state: z.enum(ITEM_STATES),
});
export type SeatPayment = z.output<typeof seatPayment>;
seatPayment.register(z.globalRegistry, { id: 'SeatPayment' });

/** When a payment began, and when it bought its seats, was refunded or was canceled. */
const paymentMoments = {
  createdAt: moment,
  settledAt: moment.nullable(),
};

/** How a dispute ends: `won` if the school keeps the money. */
const disputeState = z.enum(['open', 'won', 'lost']);

/** The payer's bank questions a payment. */
const dispute = z.object({
  state: disputeState,
  /** Stripe's own word for its progress, such as `appeal_under_review`. */
  status: z.string(),
  /** Whether it can still be refunded, because the bank only asks and has not taken any money. */
  isRefundable: z.boolean(),
  /** Its changes, oldest first, each dated when our books recorded it. */
  changes: z.array(z.object({ state: disputeState, status: z.string(), at: moment })),
  /** In cents. */
  amount: count,
  /** When Stripe wants the school's answer; null if it waits for none. */
  dueBy: moment.nullable(),
  /** When it began. */
  at: moment,
});
dispute.register(z.globalRegistry, { id: 'Dispute' });

/** Money that arrived or went back. It counts on its own day, and is never changed. */
const movement = z.object({
  kind: z.enum(MOVEMENT_KINDS),
  at: moment,
  /** The school's day. */
  day,
  /** In cents. What went back is negative. */
  amount: z.int(),
  /** Why it went back, or was to go back. null if it was not a refund. */
  reason: refundReason.nullable(),
});
export type Movement = z.output<typeof movement>;
movement.register(z.globalRegistry, { id: 'Movement' });

/** A payment of the ledger. */
export const listedPayment = z.object({
  /** The payment id. */
  _id: receiptId,
  /** The person who pays. */
  name: z.string(),
  email: shownEmail,
  items: z.array(
    boughtSeat.extend({
      cartId: id,
      classId: id,
      childId: id.nullable(),
    }),
  ),
  /** The sum of the items, in cents. */
  amount: count,
  /**
   * What the school keeps, in cents: the amount minus refunds, and 0 until the money has arrived. Below 0 if it bounced after
   * some of it was refunded: the family owes that.
   */
  kept: z.int(),
  currency,
  state: z.enum(PAYMENT_STATES),
  /** Oldest first. They add up to `kept`. */
  movements: z.array(movement),
  /** Oldest first. A failed one has not been returned. */
  refunds: z.array(refundLine),
  dispute: dispute.nullable(),
  /** Whether it bought something, even if all of it went back. */
  hasReceipt: z.boolean(),
  method: paymentMethod,
  /** If the office took the money: when it came, and the number that it came with, which may be empty. */
  received: received.nullable(),
  ...paymentMoments,
});
export type ListedPayment = z.output<typeof listedPayment>;
listedPayment.register(z.globalRegistry, { id: 'ListedPayment' });

/** How far along the cancellation of a class is. */
const classCanceled = z.object({
  at: moment,
  /** How many people were enrolled. */
  seats: count,
  /** How many of them are still to be canceled. */
  left: count,
  /** How many refunds have not arrived yet, wait to be given back by hand, and have failed and need an admin. */
  refundsOpen: count,
  refundsByHand: count,
  refundsFailed: count,
});
classCanceled.register(z.globalRegistry, { id: 'ClassCanceled' });

/** A class with any status. */
export const schoolClass = z.object({
  _id: id,
  name,
  course_tag: courseTag,
  ...campDays,
  status: classStatus,
});
export type SchoolClass = z.output<typeof schoolClass>;
schoolClass.register(z.globalRegistry, { id: 'SchoolClass' });

/** What the office sees of a class besides its people. */
export const officeClass = schoolClass.extend({
  /** The instructor's name, or not-assigned. */
  instructor: z.string(),
  sit,
  /** null unless the school has canceled the class. */
  canceled: classCanceled.nullable(),
});
officeClass.register(z.globalRegistry, { id: 'OfficeClass' });

/** Why a class does not fit somebody; they may be let in all the same. `joined`: they have a seat in it. */
export const MISFITS = ['joined', 'age', 'same time'] as const;

/** A class that the office can choose, for somebody or for a rule. */
const classChoice = schoolClass.extend({
  instructor: z.string(),
  sit,
  price,
  /** Set if some of its days can be taken: of the office, also before families can. */
  byDay: soldByDay.optional(),
  ...classFacts.pick({ dailyStart: true, dailyEnd: true, ageFrom: true, ageTo: true }).shape,
  /** Whether people can join it today, if it has a seat. */
  isJoinable: z.boolean(),
  /** null if it fits, or if nobody is named. */
  misfit: z.enum(MISFITS).nullable(),
});
export type ClassChoice = z.output<typeof classChoice>;
classChoice.register(z.globalRegistry, { id: 'ClassChoice' });

const listedClass = officeClass.extend({
  enrolled: count,
  held: count,
});
export type ListedClass = z.output<typeof listedClass>;
listedClass.register(z.globalRegistry, { id: 'ListedClass' });

/** Who sits in a seat, and which account booked it. */
export const participant = z.object({
  cartId: id,
  name: z.string(),
  /** The account that booked. */
  email: shownEmail,
  /** null for the account itself. */
  childId: id.nullable(),
  /** Which days of a class that is sold by day. Missing: all. */
  days: campDays.days,
});

participant.register(z.globalRegistry, { id: 'Participant' });

export const rosterPerson = participant.extend({
  entry_code: entryCode,
  enrolledAt: moment,
});
rosterPerson.register(z.globalRegistry, { id: 'RosterPerson' });

export const enrolledPerson = rosterPerson.extend({
  /** What the seat cost. */
  price,
  /** How the price was calculated. */
  lines: priceLines,
  /** What all its payers owe; on a family's page, what that family owes. Empty unless its price is paid later. */
  owed: owedParts,
  /** Another household that pays a share, and how much of the price that is, in cents. */
  coPay: z.object({ name: z.string(), amount: count }).nullable(),
  /** What was paid for the seat minus refunds, in cents. */
  left: count,
  /** The refund policy under which the seat was bought. */
  terms: refundTerms,
  /** What is left of each payment for the seat, and the refund policy of that payment. */
  parts: z.array(paidUnder),
  /** How much of that was for non-refundable extras, and what is owed for extras, in cents. Missing if none. */
  extrasMoney: z.object({ kept: count, owed: count }).optional(),
  /** Whether it goes to the next person who enrolls. */
  isForResale: z.boolean(),
  /** null if the ledger does not have it. */
  payment: seatPayment.nullable(),
});
export type EnrolledPerson = z.output<typeof enrolledPerson>;
enrolledPerson.register(z.globalRegistry, { id: 'EnrolledPerson' });

/** The family of a seat, and how old its person is. */
const booked = {
  userId: id,
  /** Who booked, and their phone. */
  bookedBy: z.string(),
  phone: z.string().nullable(),
  birthDate: day.nullable(),
};

/** An enrolled person on the page of their class. */
const classPerson = enrolledPerson.extend(booked);
export type ClassPerson = z.output<typeof classPerson>;
classPerson.register(z.globalRegistry, { id: 'ClassPerson' });

/** A held seat. `payment` is the one that the student has begun. */
export const holdingPerson = participant.extend({
  /** The account that booked, and pays. */
  userId: id,
  /** What its holder pays, in cents. */
  cost: count,
  /** Whether the office holds it for the family. */
  isReserved: z.boolean(),
  /** Whether the waiting list offers it to them, and they have not taken it yet. */
  isOffered: z.boolean(),
  joinedAt: moment,
  heldUntil: moment,
  payment: seatPayment.nullable(),
});
export type HoldingPerson = z.output<typeof holdingPerson>;
holdingPerson.register(z.globalRegistry, { id: 'HoldingPerson' });

/** A refund of a seat, or of a payment with seats in this class. */
const refundedPerson = refundLine.omit({ creditNote: true, correction: true }).extend({
  refundId,
  /** The payment id. */
  _id: receiptId,
  /** Who the seats are or were for. */
  name: z.string(),
  /** Who paid. */
  email: shownEmail,
  currency,
  /** Set if it did not come by card: the office gives it back by hand. */
  isByHand: z.literal(true).optional(),
});
export type RefundedPerson = z.output<typeof refundedPerson>;
refundedPerson.register(z.globalRegistry, { id: 'RefundedPerson' });

/** How many payments or refunds there were, and their sum in cents. */
const sum = z.object({ count, amount: count });
sum.register(z.globalRegistry, { id: 'PaymentSum' });

/** The money of some days in one currency, and the payments begun on them that brought none. */
const paymentTotal = z.object({
  currency,
  /** What arrived. */
  paid: sum,
  /** What went back, in whole or in part. */
  refunded: sum,
  /** Money that was to go back but stayed: refunds that failed, and disputes that were won after all. */
  cameBack: sum,
  /** What became families’ credit, minus what credit paid for or gave back, in cents. */
  credit: z.int(),
  /**
   * `paid` minus `refunded` and `credit`, plus `cameBack`, in cents: what is kept for seats. Below 0 if more went back
   * than arrived on these days.
   */
  kept: z.int(),
  /** Begun, and not finished yet. */
  open: sum,
  /** Begun, and given up. */
  neverPaid: sum,
});
export type PaymentTotal = z.output<typeof paymentTotal>;
paymentTotal.register(z.globalRegistry, { id: 'PaymentTotal' });

const classPeople = officeClass.extend({
  price,
  assign_room: room,
  enrolled: z.array(classPerson),
  held: z.array(holdingPerson.extend(booked)),
  refunded: z.array(refundedPerson),
  /** The office alone reads who should be together or apart. */
  groups: classGroups,
  /** Two seats each whose families wish to be together. Missing: none. */
  wishes: z.array(z.array(id)).optional(),
});
export type ClassPeople = z.output<typeof classPeople>;
classPeople.register(z.globalRegistry, { id: 'ClassPeople' });

export const office = {
  'GET /classList': defineEndpoint({
    summary: 'Classes with one status',
    access: { who: 'admin', keys: 'classes' },
    query: listQuery(['camp_start']).extend({
      status: classStatus.optional(),
      season: season.optional(),
    }),
    output: z.array(listedClass),
  }),

  'GET /classChoices': defineEndpoint({
    summary: 'All coming classes and drafts',
    access: { who: 'admin' },
    query: z.object({
      childId: id.optional(),
      /** An adult. */
      userId: id.optional(),
      cartId: id.optional(),
    }),
    output: z.array(classChoice),
    errors: ['not_found'],
  }),

  'GET /classPeople/:id': defineEndpoint({
    summary: 'A class and its people',
    access: { who: 'admin' },
    params: z.object({ id }),
    output: classPeople,
    errors: ['not_found'],
  }),

  'GET /payments': defineEndpoint({
    summary: 'The payments, newest first',
    access: { who: 'admin', bundles: ADMIN_BUNDLES },
    query: listQuery(['createdAt']).extend({
      state: z.enum(PAYMENT_STATES).optional(),
      ...period,
      ...whole,
    }),
    output: z.array(listedPayment),
  }),

  'GET /paymentTotals': defineEndpoint({
    summary: 'What arrived and went back',
    access: { who: 'admin', bundles: ADMIN_BUNDLES },
    query: z.object({ search: searchText, ...period }),
    output: z.array(paymentTotal),
  }),
};
