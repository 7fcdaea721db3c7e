import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { day, done, email, id, name, pictureUrl, price } from './fields.ts';

/** A cart entry: a seat held for a student who has not paid yet (spec section 3). */
export const cartItem = z.object({
  /** The cart id. */
  _id: id,
  name,
  price,
  image: pictureUrl,
  classId: id,
  email,
  /** When the hold ends, ISO 8601. */
  heldUntil: z.iso.datetime(),
  camp_start: day,
  camp_end: day,
});
export type CartItem = z.output<typeof cartItem>;

export const cart = {
  'GET /myclass': defineEndpoint({
    summary: 'The caller’s selected courses, oldest first',
    access: { who: 'student', own: 'query' },
    query: z.object({ email }),
    output: z.array(cartItem),
  }),

  'POST /addClass': defineEndpoint({
    summary: 'Join a class: hold one of its seats for the caller',
    access: { who: 'student', own: 'body', refusal: 'only_students_join' },
    limited: true,
    changesCatalogue: true,
    body: z.object({
      classId: id,
      email,
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
      heldUntil: z.iso.datetime(),
    }),
    errors: ['not_found', 'class_full', 'already_joined', 'price_changed'],
  }),

  'DELETE /addClass/:cartId': defineEndpoint({
    summary: 'Remove a selected course and free its seat',
    access: { who: 'student' },
    limited: true,
    changesCatalogue: true,
    params: z.object({ cartId: id }),
    query: z.object({ classId: id }),
    output: done,
    errors: ['not_found', 'already_joined'],
  }),
};
