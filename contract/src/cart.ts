import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import {
  campDays,
  chosenDays,
  email,
  id,
  moment,
  name,
  optionalPictureUrl,
  price,
} from './fields.ts';
import { taxesInAmount } from './payments.ts';
import { priceLines, typedCode } from './discounts.ts';

/** A seat that is held and not paid yet. */
export const heldSeat = z.object({
  classId: id,
  ...campDays,
  /** The child that the seat is for; null for the account itself. */
  childId: id.nullable(),
  /** Who will sit there: the child or the account's owner. */
  student_name: z.string(),
  /** What is to be paid: for an offered seat, the price on the day of the offer; for a moving one, the difference. */
  price,
  /** When the hold ends, ISO 8601. */
  heldUntil: moment,
});
heldSeat.register(z.globalRegistry, { id: 'HeldSeat' });

/** How to send money to the school by bank transfer. */
export const transfer = z.object({ account: z.string(), reference: z.string() });

/** A cart entry: a seat held for a student whose payment has not succeeded yet (spec section 3). */
export const cartItem = heldSeat.extend({
  /** The cart id. */
  _id: id,
  /** `processing` while the payer's bank is working on its payment: then the entry stays, even after `heldUntil`. */
  state: z.enum(['held', 'processing']),
  name,
  /** How the price is calculated; if two households share it, the whole price. */
  lines: priceLines,
  /** In the price, one for each rate. */
  taxes: taxesInAmount,
  /** Set if extras can be chosen for this seat, or are: `GET /seatExtras/:cartId` has them. */
  hasExtras: z.literal(true).optional(),
  /** What another household pays besides, in whole currency units; null if nobody shares the price. */
  otherPays: price.nullable(),
  /** The name of the class from which another seat moves here, or null. */
  movesFrom: z.string().nullable(),
  /** Set if its days are added to a seat of this class. */
  addsDays: z.literal(true).optional(),
  /** The waiting-list entry this seat was offered to, or null. */
  offer: id.nullable(),
  /** Set if the school’s office reserved it; `transfer` is null if the school names no bank account. */
  reserved: z.object({ transfer: transfer.nullable() }).optional(),
  image: optionalPictureUrl,
  email,
});
export type CartItem = z.output<typeof cartItem>;
cartItem.register(z.globalRegistry, { id: 'CartItem' });

// Rules: R4.
export const cart = {
  'GET /myclass': defineEndpoint({
    summary: 'The caller’s selected courses',
    access: { who: 'student', own: 'query' },
    query: z.object({ email }),
    output: z.array(cartItem),
  }),

  'POST /addClass': defineEndpoint({
    summary: 'Join a class: hold a seat',
    access: { who: 'student', own: 'body', refusal: 'only_students_join' },
    limited: true,
    changesCatalogue: true,
    body: z.object({
      classId: id,
      email,
      /** The child that joins. Without it, the account itself, if its owner is an adult or has not said their age. */
      childId: id.optional(),
      /** Of a class that is sold by day. Without them, all of its days. */
      days: chosenDays.optional(),
      // Only compared with the class's price. A price from a browser is never stored or charged.
      price: price.optional(),
      // Sent by the web app (spec section 7) but not used: the server knows all three.
      name: z.string().optional(),
      pay: z.string().optional(),
      image: z.string().optional(),
    }),
    output: z.object({
      status: z.literal(true),
      message: z.string(),
      cartId: id,
      /** When the hold ends. For a free class: the moment of joining. */
      heldUntil: moment,
      /** Whether the class is free, so that the caller is enrolled already. */
      enrolled: z.boolean(),
    }),
    errors: [
      'not_found',
      'guardian_may_not',
      'adults_only',
      'children_only',
      'class_full',
      'class_started',
      'wrong_age',
      'already_joined',
      'price_changed',
      'too_many_holds',
      'held_too_often',
      'too_many_here',
      'verify_email_first',
    ],
  }),

  'POST /cartCode': defineEndpoint({
    summary: 'Use a code',
    access: { who: 'student' },
    limited: true,
    byHour: true,
    body: z.object({ code: typedCode }),
    /** How many seats it applies to. */
    output: z.object({ status: z.literal(true), seats: z.int().min(1) }),
    errors: ['code_refused', 'payment_not_finished'],
  }),

  'DELETE /cartCode': defineAct({
    summary: 'Remove the code',
    access: { who: 'student' },
    limited: true,
    errors: ['payment_not_finished'],
  }),

  'DELETE /addClass/:cartId': defineAct({
    summary: 'Give up a selected course',
    access: { who: 'student' },
    limited: true,
    changesCatalogue: true,
    params: z.object({ cartId: id }),
    query: z.object({ classId: id }),
    errors: ['not_found', 'already_joined', 'payment_not_finished'],
  }),

  'DELETE /classHolds/:classId/:cartId': defineAct({
    summary: 'Release a held seat',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ classId: id, cartId: id }),
    errors: ['own_family', 'not_found', 'already_joined', 'payment_not_finished'],
  }),
};
