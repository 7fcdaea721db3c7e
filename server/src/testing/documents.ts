import { FIRST_ENTRY_NUMBER, MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { ClassDocument, UserDocument } from '../database/collections.ts';

/** Who somebody is, and what is to be otherwise than usual. */
type UserFields = Pick<UserDocument, 'name' | 'email' | 'role'> & Partial<UserDocument>;

/** A user as the database keeps one, active and without a picture; for tests, attacks and measurements. */
export function makeUser(fields: UserFields): UserDocument {
  return {
    _id: new ObjectId(),
    photo: '',
    details: '',
    status: 'active',
    createdAt: new Date(),
    ...fields,
  };
}

/** What no two classes share, and what is to be otherwise than usual. */
type ClassFields = Pick<ClassDocument, 'course_tag'> & Partial<ClassDocument>;

/** An open class as the database keeps one, nobody in it and nobody teaching it. */
export function makeClass(fields: ClassFields): ClassDocument {
  return {
    _id: new ObjectId(),
    name: 'Sailing',
    image: '/pictures/classes/sailing.webp',
    sit: MAX_SEATS,
    price: 49.5,
    assign_room: 12,
    camp_start: '2027-07-05',
    camp_end: '2027-07-16',
    instructor: null,
    details: 'Wind, water and knots.',
    status: 'open',
    seats: [],
    nextEntryNumber: FIRST_ENTRY_NUMBER,
    refusedPayments: [],
    revision: 0,
    ...fields,
  };
}

/** Three letters, another for each number up to 17575: 0 is AAA, 1 is AAB. */
export function makeTag(number: number): string {
  const letter = (place: number) =>
    String.fromCharCode(65 + (Math.floor(number / 26 ** place) % 26));
  return letter(2) + letter(1) + letter(0);
}
