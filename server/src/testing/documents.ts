import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { createHash } from 'node:crypto';
import { listNewDays } from '@speakifyr/contract/new-class-days.ts';
import { FIRST_ENTRY_NUMBER, MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { PaymentDocument, PaymentItem } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument, Guardian } from '../database/family-documents.ts';
import { listPayerWords, listSearchWords } from '../database/search-words.ts';
import { createSessionToken } from '../identity/session-tokens.ts';
import type { SignIn } from '../outside/firebase-accounts.ts';
import { formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';
import { inDays } from './today.ts';

/** A picture that a person uploaded: IMAGE_ORIGINS lists its host. */
export const PICTURE = 'https://res.cloudinary.com/camp/image/upload/kite.webp';

/** The fields that every user needs; the others have defaults. */
type UserFields = Pick<UserDocument, 'name' | 'email' | 'role'> & Partial<UserDocument>;

type NewCourse = Input<Contract['POST /addCourse']>['body'];

/** The credentials of every made user. */
const CREDENTIALS = 'of a made user';

/** @returns the id at the provider of a made user, always the same for the same email */
export function makeUid(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 28);
}

/** @returns a session token for a made user, or anybody else with this address, who just signed in */
export function makeSessionToken(
  { email, ...known }: { email: string } & Partial<SignIn>,
  services: Pick<Services, 'environment' | 'now'>,
): string {
  const signIn: SignIn = {
    uid: known.uid ?? makeUid(email),
    email,
    isVerified: known.isVerified ?? true,
    credentials: known.credentials ?? CREDENTIALS,
    signedInAt: known.signedInAt ?? services.now(),
  };
  return createSessionToken(signIn, services);
}

/** @returns the id of a made user, always the same for the same email */
export function makeUserId(email: string): ObjectId {
  return new ObjectId(createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24));
}

/** @returns an active user without a picture, as in the database; for tests, attacks and benchmarks */
export function makeUser(fields: UserFields): UserDocument {
  return {
    _id: makeUserId(fields.email),
    photo: '',
    searchWords: listSearchWords(fields),
    uid: makeUid(fields.email),
    isVerified: true,
    credentials: CREDENTIALS,
    // Instructors with a text are public.
    details: fields.role === 'instructor' ? 'Teaches with patience.' : '',
    status: 'active',
    createdAt: new Date(),
    ...fields,
  };
}

/** The tag is unique, so each class needs its own; the other fields have defaults. */
type ClassFields = Pick<ClassDocument, 'course_tag'> & Partial<ClassDocument>;

/** @returns an open class without students and without an instructor, as in the database */
export function makeClass(fields: ClassFields): ClassDocument {
  const ends = { camp_start: inDays(30), camp_end: inDays(41), ...fields };
  return {
    _id: new ObjectId(),
    name: 'Sailing',
    image: '/pictures/classes/sailing.webp',
    sit: MAX_SEATS,
    price: 49.5,
    assign_room: 12,
    ...ends,
    days: listNewDays(ends),
    instructorId: null,
    details: 'Wind, water and knots.',
    status: 'open',
    seats: [],
    nextEntryNumber: FIRST_ENTRY_NUMBER,
    refusedItems: [],
    revision: 0,
    version: 0,
    ...fields,
  };
}

/**
 * What makes a class one that is sold by day: $200 in all, $50 a day.
 * @param days in order, yyyy-mm-dd
 */
export function makeByDay(days: string[]) {
  const [camp_start, camp_end] = [days[0]!, days.at(-1)!];
  return { price: 200, days, camp_start, camp_end, byDay: { prices: [50], atLeast: 1 } };
}

/** @returns a payment with one seat, as in the database; enrolled unless `fields` says more. The school is in Dhaka. */
export function makePayment(
  seat: Pick<PaymentItem, 'seatId' | 'classId' | 'name'>,
  fields: Pick<PaymentDocument, '_id' | 'email' | 'amount' | 'createdAt'> &
    Partial<PaymentDocument>,
): PaymentDocument {
  const { amount, createdAt, status = 'enrolled' } = fields;
  const isPaid = amount > 0 && (status === 'enrolled' || status === 'refunded');
  const when = { at: createdAt, day: formatIsoDay(createdAt, 'Asia/Dhaka') };
  return {
    userId: makeUserId(fields.email),
    studentName: seat.name,
    searchWords: listPayerWords({ studentName: seat.name, ...fields }),
    method: amount > 0 ? 'card' : 'free',
    items: [
      { ...seat, amount, state: status, ...(status === 'enrolled' && { isGiven: true as const }) },
    ],
    kept: status === 'refunded' ? 0 : amount,
    refundIds: [],
    movements: [
      { kind: 'begun', ...when, amount: 0 },
      ...(isPaid ? [{ kind: 'paid' as const, ...when, amount }] : []),
      ...(isPaid && status === 'refunded'
        ? [{ kind: 'returned' as const, ...when, amount: -amount }]
        : []),
    ],
    currency: 'usd',
    terms: DEFAULT_REFUND_TERMS,
    status,
    checkAfter: createdAt,
    ...fields,
  };
}

/** What the admin's form sends for a new course. */
export function makeNewCourse(
  { email, name }: Pick<UserDocument, 'email' | 'name'>,
  changes: Partial<NewCourse> = {},
): NewCourse {
  return {
    name: 'Kite Building',
    image: PICTURE,
    sit: 12,
    price: 49.5,
    assign_room: 7,
    camp_start: inDays(30),
    camp_end: inDays(34),
    course_tag: 'KIT',
    instructor_email: email,
    'instructor-name': name,
    details: 'Paper, string and wind.',
    ...changes,
  };
}

/** @returns a different tag for each number up to 17575: 0 is AAA, 1 is AAB */
export function makeTag(number: number): string {
  const content = (place: number) =>
    String.fromCharCode(65 + (Math.floor(number / 26 ** place) % 26));
  return content(2) + content(1) + content(0);
}

/** @returns a child whose first guardian may do everything, as in the database */
export function makeChild(userId: ObjectId, fields: Partial<ChildDocument> = {}): ChildDocument {
  const { name = 'Mia' } = fields;
  return {
    _id: new ObjectId(),
    name,
    searchWords: listSearchWords({ name }),
    birthDate: '2017-05-12',
    note: '',
    guardians: [makeGuardian(userId)],
    addedBy: userId,
    invitations: [],
    allowedClasses: [],
    revision: 0,
    createdAt: new Date(),
    ...fields,
  };
}

/** @returns a guardian with every right. `place` is not one of those that a new child takes */
export function makeGuardian(userId: ObjectId, fields: Partial<Guardian> = {}): Guardian {
  return {
    userId,
    place: `${userId.toHexString()}-${new ObjectId().toHexString()}`,
    may: ['see', 'book'],
    invitedBy: null,
    ...fields,
  };
}
