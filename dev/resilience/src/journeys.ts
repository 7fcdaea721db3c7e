import type { Person } from './people.ts';
import { intentOf } from './stripe.ts';

/** What a student does at the school, call by call, as the web app does it. */

/** Joins a class at the price that the student sees. */
export function joinClass(student: Person, campClass: { id: string; price: number }) {
  return student.call('POST /addClass', {
    body: { classId: campClass.id, email: student.email, price: campClass.price },
  });
}

export function removeFromCart(student: Person, classId: string, cartId: string) {
  return student.call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId } });
}

/** @returns the ids of a class's entries in the student's cart, and the answer they come from */
export async function findInCart(student: Person, classId: string) {
  const answer = await student.call('GET /myclass', { query: { email: student.email } });
  const entries = answer.status === 200 ? answer.body : [];
  const ids = entries.filter((entry) => entry.classId === classId).map(({ _id }) => _id);
  return { answer, ids };
}

export function startPayment(student: Person, cartId: string, price: number) {
  return student.call('POST /createPayment-intent', { body: { cartId, price } });
}

/** Tells the school that a payment went through. @param clientSecret the one that the school gave out */
export function recordPayment(student: Person, clientSecret: string) {
  return student.call('POST /makepayment', {
    body: { transactionId: intentOf(clientSecret), email: student.email },
  });
}
