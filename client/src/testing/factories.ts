import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { AdminClass, CampClass } from '@speakifyr/contract/classes.ts';
import type {
  Instructor,
  ListedInstructor,
  TaughtCourse,
} from '@speakifyr/contract/instructors.ts';
import { SOME_FACTS } from '@speakifyr/contract/class-facts.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import type { ClassChoice, ClassPerson } from '@speakifyr/contract/office.ts';
import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import type { OwnWaitingEntry } from '@speakifyr/contract/waiting.ts';
import { nextYear } from './today.ts';

/** A class as the API answers it. */
export function buildClass(changes: Partial<CampClass> = {}): CampClass {
  return {
    _id: 'c'.repeat(24),
    name: 'Sailing on the Lake',
    image: '/pictures/classes/sailing.webp',
    sit: 8,
    price: 249,
    assign_room: 8,
    camp_start: nextYear('08-02'),
    camp_end: nextYear('08-06'),
    course_tag: 'SAI',
    instructor: 'Maren Solbakk',
    instructor_email: 'maren.solbakk@speakifyr.test',
    details: 'Five days in small dinghies.',
    ...SOME_FACTS,
    revision: 1,
    nextHoldEnd: null,
    waiting: 0,
    joining: 'open',
    ...changes,
  };
}

/** A class as the admin's list has it. */
export function buildAdminClass(changes: Partial<AdminClass> = {}): AdminClass {
  const campClass = buildClass(changes);
  return {
    ...campClass,
    places: campClass.sit,
    openHolds: 0,
    enrolled: 0,
    paid: 0,
    isDraft: false,
    ...changes,
  };
}

/** A class that the office can choose. */
export function buildClassChoice(changes: Partial<ClassChoice> = {}): ClassChoice {
  const { _id, name, course_tag, camp_start, camp_end, sit, price, instructor } = buildClass();
  const { dailyStart, dailyEnd, ageFrom, ageTo } = buildClass();
  return {
    ...{ _id, name, course_tag, camp_start, camp_end, sit, price, instructor },
    ...{ dailyStart, dailyEnd, ageFrom, ageTo },
    status: 'open',
    isJoinable: true,
    misfit: null,
    ...changes,
  };
}

/** A paid seat as an admin sees it. */
export function buildEnrolledPerson(changes: Partial<ClassPerson> = {}): ClassPerson {
  const { left = 24_900, terms = DEFAULT_REFUND_TERMS } = changes;
  return {
    cartId: '3'.repeat(24),
    childId: null,
    entry_code: 'SAI-101',
    name: 'Ada Byron',
    birthDate: '2018-03-01',
    userId: '7'.repeat(24),
    bookedBy: 'Anne Byron',
    phone: '+12025550123',
    email: 'ada@speakifyr.test',
    enrolledAt: '2027-05-01T20:00:00.000Z',
    price: 249,
    ...{ left, terms, parts: [{ paid: left, terms }] },
    isForResale: false,
    owed: [],
    coPay: null,
    payment: { _id: 'pi_ada', amount: 24_900, currency: 'USD', method: 'card', state: 'enrolled' },
    ...changes,
  };
}

/** A course as an instructor's record names it. */
export function buildTaughtCourse(changes: Partial<TaughtCourse> = {}): TaughtCourse {
  return {
    ...{ _id: 'c'.repeat(24), name: 'Sailing on the Lake', tag: 'SAI' },
    ...{ camp_start: '2027-06-14', camp_end: '2027-06-18', dailyStart: '09:00', dailyEnd: '12:30' },
    ...changes,
  };
}

/** An instructor as the API answers it. */
export function buildInstructor(changes: Partial<Instructor> = {}): Instructor {
  const { courseID = 'c'.repeat(24), course = 'Sailing on the Lake', tag = 'SAI' } = changes;
  return {
    _id: 'd'.repeat(24),
    name: 'Maren Solbakk',
    email: 'maren.solbakk@speakifyr.test',
    image: '/pictures/instructors/maren-solbakk.webp',
    ...{ courseID, course, tag },
    courses: [courseID, course].includes(NOT_ASSIGNED)
      ? []
      : [buildTaughtCourse({ _id: courseID, name: course, tag })],
    details: 'Maren grew up on a fjord.',
    ...changes,
  };
}

/** An instructor as the admin's list has them. */
export function buildListedInstructor(changes: Partial<ListedInstructor> = {}): ListedInstructor {
  return { ...buildInstructor(changes), certificates: [], ...changes };
}

/** A selected course as the API answers it, held for half an hour from now. */
export function buildCartItem(changes: Partial<CartItem> = {}): CartItem {
  const { _id: classId, name, price, image, camp_start, camp_end } = buildClass();
  return {
    _id: '1'.repeat(24),
    state: 'held',
    name,
    price,
    movesFrom: null,
    otherPays: null,
    offer: null,
    image,
    classId,
    email: 'nora@speakifyr.test',
    childId: null,
    student_name: 'Nora Haugen',
    heldUntil: new Date(Date.now() + 30 * 60_000).toISOString(),
    camp_start,
    camp_end,
    ...changes,
  };
}

/** An entry in a waiting list as the API answers it: the first of two. */
export function buildWaitingEntry(changes: Partial<OwnWaitingEntry> = {}): OwnWaitingEntry {
  const { _id: classId, name: className, image, camp_start, camp_end, price } = buildClass();
  return {
    waitId: '2'.repeat(24),
    ...{ classId, className, image, camp_start, camp_end, price },
    people: [{ childId: null, name: 'Nora Haugen' }],
    together: true,
    state: 'waiting',
    limit: null,
    lapses: 0,
    position: 1,
    total: 2,
    cartIds: [],
    until: null,
    joinedAt: new Date().toISOString(),
    offeredSoFar: 0,
    ...changes,
  };
}
