import { type ByDay, priceOfDays } from '@speakifyr/contract/sold-by-day.ts';
import type { Person } from './people.ts';
import { intentOf } from './stripe.ts';

/** What a student does at the school, call by call, as the web app does it. */

/**
 * Joins a class at the price that the student sees.
 * @param childId who joins, if it is not the student
 * @param days the days of a class that is sold by day; without them, all
 */
export function joinClass(
  student: Person,
  campClass: { id: string; price: number; byDay?: ByDay | null; days?: string[] },
  childId?: string,
  days?: string[],
) {
  const { id: classId } = campClass;
  // Who takes all days takes the whole class.
  const isPart = days && days.length !== campClass.days?.length;
  const price = isPart ? priceOfDays(campClass, days.length) : campClass.price;
  return student.call('POST /addClass', {
    body: {
      classId,
      email: student.email,
      price,
      ...(childId && { childId }),
      ...(days && { days }),
    },
  });
}

export function removeFromCart(student: Person, classId: string, cartId: string) {
  return student.call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId } });
}

export function readCart(student: Person) {
  return student.call('GET /myclass', { query: { email: student.email } });
}

/** @returns the ids of a class's entries in the student's cart, and the answer they come from */
export async function findInCart(student: Person, classId: string) {
  const answer = await readCart(student);
  const entries = answer.status === 200 ? answer.body : [];
  const ids = entries.filter((entry) => entry.classId === classId).map(({ _id }) => _id);
  return { answer, ids };
}

/** @param carts one or more entries of the cart @param price the total @param how with some credit, or in parts */
export function startPayment(
  student: Person,
  carts: string | string[],
  price: number,
  how: { credit?: number; agreed?: string } = {},
) {
  const chosen = typeof carts === 'string' ? { cartId: carts } : { cartIds: carts };
  return student.call('POST /createPayment-intent', { body: { ...chosen, price, ...how } });
}

/** Cancels a seat for what the student reads. */
export async function cancelSeat(student: Person, cartId: string, asCredit: boolean) {
  const params = { cartId };
  const shown = await student.call('GET /cancellation/:cartId', { params });
  if (shown.status !== 200) return shown;
  const { refund } = shown.body;
  return student.call('POST /cancellation/:cartId', { params, body: { refund, asCredit } });
}

/** Tells the school that a payment went through. @param clientSecret the one that the school gave out */
export function recordPayment(student: Person, clientSecret: string) {
  return student.call('POST /makepayment', {
    body: { transactionId: intentOf(clientSecret), email: student.email },
  });
}
