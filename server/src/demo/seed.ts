import { listNewDays } from '@speakifyr/contract/new-class-days.ts';
import { FIRST_SCHOOL, SCHOOL } from '@speakifyr/contract/school.ts';
import { FIRST_ENTRY_NUMBER, NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { DAY_MS, formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findClass, insertClasses } from '../database/class-store.ts';
import type { ClassDocument, EnrolledSeat, SeatPlan } from '../database/class-document.ts';
import type { PaymentDocument, PaymentItem } from '../database/payment-documents.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { listPayerWords } from '../database/search-words.ts';
import type { Movement, SettingsDocument } from '../database/money-documents.ts';
import { type DemoClass, demoEnrollments, listDemoClasses, summerOf } from './demo-data.ts';
import { payDemoPayments, startDemoPayments, sumDemoPaid } from './pay-demo-seats.ts';
import { buildDemoUsers, findDemoUser } from './demo-users.ts';
import { demoChildren } from './demo-people.ts';
import {
  buildDemoFamily,
  buildDemoWaiting,
  planDemoSeat,
  findDemoChildId,
  makeId,
} from './demo-family.ts';

/**
 * Fills an empty database with the demo school. Does nothing if there is already a class. Ids are derived from the
 * records' names and nothing is written twice, so the next start finishes an interrupted seeding: classes come last.
 */
export async function seedDemoData(services: Services): Promise<void> {
  if (await findClass(services.database.collections, {})) return;
  const {
    database: { collections },
    now,
  } = services;
  const today = now();
  await skipExisting(collections.settings.insertOne(buildDemoSettings(today)));
  const unpaid = listDemoClasses(summerOf(today)).map((demo) => buildClass(demo, today));

  const users = buildDemoUsers(today, SCHOOL.timeZone);
  // Unordered, so that existing records don't stop the others.
  const options = { ordered: false };
  await skipExisting(collections.users.insertMany(users, options));
  const family = buildDemoFamily(today);
  await skipExisting(collections.children.insertMany(family.children, options));
  await skipExisting(collections.childContacts.insertMany(family.contacts, options));
  await skipExisting(collections.childHealth.insertMany(family.health, options));
  // In this order, so that an interrupted start never leaves a payment at Stripe that the ledger doesn't have.
  const classes = await startDemoPayments(unpaid, services);
  const payments = classes.flatMap(buildPayments);
  await skipExisting(collections.payments.insertMany(payments, options));
  await payDemoPayments(payments, services);
  await skipExisting(insertClasses(services.database.collections, classes));
}

/** The demo school shows what a school can switch on. */
function buildDemoSettings(changedAt: Date): SettingsDocument {
  const terms = {
    ...FIRST_SCHOOL,
    version: 1,
    taxNumber: '12-3456789',
    booking: { ...FIRST_SCHOOL.booking, manyClasses: true },
    money: {
      ...FIRST_SCHOOL.money,
      bankAccount: 'Lake Bank, account 0012 3456 7890, Lake Camps Ltd',
      installments: 3,
    },
  };
  return { _id: 'school', terms, changedAt };
}

async function skipExisting(insertion: Promise<unknown>): Promise<void> {
  try {
    await insertion;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

function buildClass(
  { slug, capacity: _capacity, instructor: _name, instructor_email, ...demo }: DemoClass,
  today: Date,
): ClassDocument {
  const seats = demoEnrollments
    .filter(({ classSlug }) => classSlug === slug)
    .map(({ email, child, entryNumber, paidDaysAgo, paidAtMinute }): EnrolledSeat => {
      const midnight = Math.floor(today.getTime() / DAY_MS) * DAY_MS;
      const paidAt = new Date(midnight - paidDaysAgo * DAY_MS + paidAtMinute * 60_000);
      return {
        seatId: makeId(child ? `${slug} ${email} ${child}` : `${slug} ${email}`),
        userId: makeId(email),
        ...(child && { childId: findDemoChildId(child) }),
        joinedAt: paidAt,
        state: 'enrolled',
        entry_code: `${demo.course_tag}-${entryNumber}`,
        // startDemoPayments fills it in.
        paymentId: '',
        price: demo.price,
        enrolledAt: paidAt,
        ...(child && planDemoSeat({ slug, child, ...demo }, paidAt, today)),
      };
    })
    .sort((a, b) => a.entry_code.localeCompare(b.entry_code));
  return {
    _id: makeId(slug),
    ...demo,
    days: listNewDays(demo),
    instructorId: instructor_email === NOT_ASSIGNED ? null : makeId(instructor_email),
    status: 'open',
    seats,
    nextEntryNumber: FIRST_ENTRY_NUMBER + seats.length,
    refusedItems: [],
    version: 0,
    ...buildDemoWaiting(slug, today),
  };
}

function buildPayments(campClass: ClassDocument): PaymentDocument[] {
  return campClass.seats
    .filter((seat) => seat.state === 'enrolled')
    .map((seat) => ({ seat, amount: sumDemoPaid(seat) }))
    .map(({ seat, amount }) => ({
      _id: seat.paymentId,
      method: amount > 0 ? 'card' : 'free',
      userId: seat.userId,
      ...describePayer(seat),
      items: [
        {
          seatId: seat.seatId,
          isGiven: true,
          classId: campClass._id,
          ...(seat.childId && { childId: seat.childId }),
          name: nameStudent(seat),
          amount,
          state: 'enrolled',
          ...(seat.plan && { plan: toAgreed(seat.plan) }),
        },
      ],
      amount,
      kept: amount,
      refundIds: [],
      movements: describeMovements(amount, seat.enrolledAt, SCHOOL.timeZone),
      currency: SCHOOL.currency.toLowerCase(),
      terms: DEFAULT_REFUND_TERMS,
      status: 'enrolled',
      createdAt: seat.enrolledAt,
      checkAfter: seat.enrolledAt,
      settledAt: seat.enrolledAt,
      changedAt: seat.enrolledAt,
      ...(amount > 0 && { receiptDue: true as const }),
    }));
}

function toAgreed({ parts, agreedAt, by }: SeatPlan): NonNullable<PaymentItem['plan']> {
  return { parts, agreedAt, by };
}

function describePayer({
  userId,
}: EnrolledSeat): Pick<PaymentDocument, 'email' | 'studentName' | 'searchWords'> {
  const { email, name } = findDemoUser(userId);
  const payer = { email, studentName: name };
  return { ...payer, searchWords: listPayerWords(payer) };
}

function nameStudent({ userId, childId }: EnrolledSeat): string {
  const child = demoChildren.find(({ slug }) => childId?.equals(findDemoChildId(slug)));
  return (child ?? findDemoUser(userId)).name;
}

/** Somebody began to pay, and the money arrived. */
function describeMovements(amount: number, at: Date, timeZone: string): Movement[] {
  const when = { at, day: formatIsoDay(at, timeZone) };
  const begun = { kind: 'begun' as const, ...when, amount: 0 };
  return amount > 0 ? [begun, { kind: 'paid', ...when, amount }] : [begun];
}
