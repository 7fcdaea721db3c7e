import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { Role } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import { beforeAll, inject } from 'vitest';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { makeChild, makeClass, makeTag, makeUid, makeUser } from './documents.ts';
import { createAtProvider, signInAtProvider } from './provider.ts';
import type { Answer, TestApp } from './test-app.ts';
import { inWeek } from './today.ts';

/** ZZZ. A copy of a class takes a tag after its own, so these tags go down. */
const LAST_TAG = 26 ** 3 - 1;
/** The classes in each database. Files share this module, so one count would reach the tags that a later file chose. */
const classesIn = new Map<string, number>();

let made = 0;

/** Adds a user to the database. @param bundle of an admin who is no director */
export async function buildUser(
  app: TestApp,
  role: Role = 'student',
  bundle?: UserDocument['bundle'],
): Promise<UserDocument> {
  made += 1;
  const user = makeUser({
    name: `${role} number ${made}`,
    email: `${role}-${made}@example.test`,
    role,
    ...(bundle && { bundle }),
  });
  await app.services.database.collections.users.insertOne(user);
  return user;
}

/** @returns an instructor with this name, as in the database */
export async function buildTeacher(app: TestApp, name: string): Promise<UserDocument> {
  const user = makeUser({
    name,
    email: `${name.toLowerCase().replace(/\W+/g, '.')}@teachers.test`,
    role: 'instructor',
  });
  await app.services.database.collections.users.insertOne(user);
  return user;
}

/** A user for all tests of a file. Their fields can be used once the tests run. */
export function useUser(app: TestApp, role: Role): UserDocument {
  const user = {} as UserDocument;
  beforeAll(async () => {
    Object.assign(user, await buildUser(app, role));
  });
  return user;
}

/**
 * Signs a person in at the provider, with a new, confirmed account if needed. A made user's record belongs to it.
 * @returns the ID token
 */
export async function proveSignIn({ email }: { email: string }): Promise<string> {
  const sandboxUrl = inject('sandboxUrl');
  await createAtProvider(sandboxUrl, { email, localId: makeUid(email) });
  return signInAtProvider(sandboxUrl, email);
}

/** Adds an open class to the database, without students unless `fields` has seats. */
export async function buildClass(
  app: TestApp,
  fields: Partial<ClassDocument> = {},
): Promise<ClassDocument & { id: string }> {
  const { classes } = app.services.database.collections;
  const number = classesIn.get(classes.dbName) ?? 0;
  classesIn.set(classes.dbName, number + 1);
  const campClass = makeClass({ sit: 5, course_tag: makeTag(LAST_TAG - number), ...fields });
  await classes.insertOne(campClass);
  return { ...campClass, id: campClass._id.toHexString() };
}

/** Adds classes of one week each, one after the other: somebody may hold an unpaid seat in each of them. */
export function buildWeeks(
  app: TestApp,
  count: number,
  fields: Partial<ClassDocument> = {},
): Promise<(ClassDocument & { id: string })[]> {
  const weeks = Array.from({ length: count }, (_none, number) => inWeek(number));
  return Promise.all(weeks.map((week) => buildClass(app, { ...week, ...fields })));
}

/** Joins a class as a student, over HTTP. @returns the held seat */
export async function holdSeatOf(
  app: TestApp,
  student: { email: string },
  campClass: { id: string },
): Promise<Output<Contract['POST /addClass']>> {
  const answer = await app.as(student).call('POST /addClass', {
    body: { classId: campClass.id, email: student.email },
  });
  if (answer.status !== 200) throw new Error(`Joining failed: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Starts the payment for a held seat, over HTTP. @returns the PaymentIntent's id */
export async function startPaymentOf(
  app: TestApp,
  student: { email: string },
  entry: { cartId: string; price: number },
): Promise<string> {
  const answer = await app.as(student).call('POST /createPayment-intent', { body: entry });
  if (answer.status !== 200) throw new Error(`No payment: ${JSON.stringify(answer.body)}`);
  return getIntentId(answer.body.clientSecret);
}

/** @returns the intent's id, which a client secret starts with */
export function getIntentId(clientSecret: string): string {
  return clientSecret.replace(/_secret_.*$/, '');
}

/**
 * Confirms a payment with a card, as Stripe.js does in the browser.
 * @param card one of Stripe's test payment methods, https://docs.stripe.com/testing
 * @returns the intent's status, or the error's code
 */
export async function confirmPayment(
  paymentId: string,
  card = 'pm_card_visa',
  sandboxUrl = inject('sandboxUrl'),
): Promise<string> {
  const answer = await fetch(`${sandboxUrl}/v1/payment_intents/${paymentId}/confirm`, {
    method: 'POST',
    headers: {
      Authorization: 'Bearer sk_test_sandbox',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ payment_method: card }),
  });
  const body = (await answer.json()) as { status?: string; error?: { code: string } };
  return body.status ?? body.error?.code ?? `HTTP ${answer.status}`;
}

/** Holds a seat and pays for it at Stripe. Our server does not know about the payment yet. */
export async function buildPaidSeat(
  app: TestApp,
  campClass: { id: string; price: number },
): Promise<{ student: UserDocument; cartId: string; paymentId: string }> {
  const student = await buildUser(app);
  const { cartId } = await holdSeatOf(app, student, campClass);
  const paymentId = await startPaymentOf(app, student, { cartId, price: campClass.price });
  await confirmPayment(paymentId);
  return { student, cartId, paymentId };
}

/** Records a payment as the browser does after paying, over HTTP. @returns the answer, which may be a refusal */
export function recordPayment(
  app: TestApp,
  { email }: { email: string },
  paymentId: string,
): Promise<Answer<'POST /makepayment'>> {
  return app.as({ email }).call('POST /makepayment', { body: { transactionId: paymentId, email } });
}

/** Enrolls a new student: holds a seat, pays for it and records the payment. */
export async function buildEnrolledSeat(
  app: TestApp,
  campClass: { id: string; price: number },
): Promise<{ student: UserDocument; cartId: string; paymentId: string }> {
  const seat = await buildPaidSeat(app, campClass);
  const answer = await recordPayment(app, seat.student, seat.paymentId);
  if (answer.status !== 200) throw new Error(`Not enrolled: ${JSON.stringify(answer.body)}`);
  return seat;
}

/** Adds a child to the database, with a guardian who may do everything. */
export async function buildChild(
  app: TestApp,
  { _id: userId }: { _id: ObjectId },
  fields: Partial<ChildDocument> = {},
): Promise<ChildDocument & { id: string }> {
  made += 1;
  const child = makeChild(userId, { name: `Child number ${made}`, ...fields });
  await app.services.database.collections.children.insertOne(child);
  return { ...child, id: child._id.toHexString() };
}
