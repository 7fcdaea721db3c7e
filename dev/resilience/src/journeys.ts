import type { Person } from './people.ts';
import { intentOf } from './stripe.ts';

/** What a student does at the school, call by call, as the web app makes them. */

/** Joins a class at the price that the student sees. */
export function joinClass(student: Person, campClass: { id: string; price: number }) {
  return student.call('POST /addClass', {
    body: { classId: campClass.id, email: student.email, price: campClass.price },
  });
}

export function removeFromCart(student: Person, classId: string, cartId: string) {
  return student.call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId } });
}

export function startPayment(student: Person, cartId: string, price: number) {
  return student.call('POST /createPayment-intent', { body: { cartId, price } });
}

/** Tells the school that a payment went through. @param clientSecret as the school gave it */
export function recordPayment(student: Person, clientSecret: string) {
  return student.call('POST /makepayment', {
    body: { transactionId: intentOf(clientSecret), email: student.email },
  });
}
