import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import { makeClass, makeUserId } from '../testing/documents.ts';
import { makeEntry, makePeople, makeRules, nameOf } from '../testing/queues.ts';
import { makeEnrolledSeat, makeHeldSeat } from '../testing/seats.ts';
import { takeBackSeat } from './freed-seats.ts';
import { decideEnrollment } from './give-seat.ts';
import { countKept, countPlaces } from './places.ts';
import { decideResale } from './resale.ts';

/** A paid seat that its owner has put up for resale. */

const NOW = makeRules({
  at: new Date('2027-06-01T12:00:00Z'),
  today: '2027-06-01',
  timeZone: 'UTC',
});

function sit(name: string): EnrolledSeat {
  return makeEnrolledSeat({ _id: makeUserId(`${name}@example.test`) }, NOW.at);
}

const [ann, ben, cleo] = [sit('Ann'), sit('Ben'), sit('Cleo')];

function fullClass(fields: Partial<ClassDocument> = {}): ClassDocument {
  const days = { camp_start: '2027-07-05', camp_end: '2027-07-09' };
  return makeClass({ course_tag: 'OFF', sit: 0, seats: [ann, ben, cleo], ...days, ...fields });
}

function offer(
  campClass: ClassDocument,
  { seatId }: EnrolledSeat,
  isForResale = true,
): ClassDocument {
  return { ...campClass, ...decideResale(campClass, { seatId, isForResale }, NOW) };
}

/** Somebody else takes a free place and pays. */
function enroll(campClass: ClassDocument, name: string): ClassDocument {
  const item = { paymentId: `pi_${name}`, classId: campClass._id, seatId: new ObjectId() };
  const { seat, change } = decideEnrollment(
    campClass,
    { ...item, userId: makeUserId(`${name}@example.test`), price: 49.5 },
    NOW.at,
  );
  expect(seat && nameOf(seat)).toBe(name);
  return { ...campClass, ...change };
}

const namesOf = ({ seats }: ClassDocument) => seats.map(nameOf);

// Rules: R148.
it('it makes one more seat free, and the class has no more places than before', () => {
  const offered = offer(fullClass(), ben);
  expect(offered.sit).toBe(1);
  expect(countPlaces(offered)).toBe(3);
  expect(decideResale(offered, { seatId: ben.seatId, isForResale: true }, NOW)).toBeNull();
});

it('it goes to the first person on the list', () => {
  const dora = makeEntry({ userId: makeUserId('dora@example.test') });
  const offered = offer(fullClass({ waiting: [dora] }), ben);
  expect([offered.sit, namesOf(offered).at(-1)]).toEqual([0, 'Dora']);
  expect(countPlaces(offered)).toBe(3);
});

it('it is given up once the next person has enrolled, and its money is to go back', () => {
  const taken = enroll(offer(fullClass(), ben), 'Dora');
  expect(namesOf(taken)).toEqual(['Ann', 'Cleo', 'Dora']);
  expect(taken.resold).toEqual([
    {
      ...{ seatId: ben.seatId, userId: ben.userId },
      ...{ paymentId: ben.paymentId, at: NOW.at },
    },
  ]);
  // Its payment can't get a seat again.
  expect(taken.refusedItems).toEqual([`${ben.paymentId}:${ben.seatId.toHexString()}`]);
  expect([taken.sit, countPlaces(taken)]).toEqual([0, 3]);
});

it('the first one that was offered is given up first', () => {
  const both = offer(offer(fullClass(), cleo), ann);
  expect(both.sit).toBe(2);
  const one = enroll(both, 'Dora');
  expect(namesOf(one)).toEqual(['Ben', 'Ann', 'Dora']);
  expect(namesOf(enroll(one, 'Ed'))).toEqual(['Ben', 'Dora', 'Ed']);
});

it('it stays while there are places for all who have enrolled', () => {
  const held = makeHeldSeat({ _id: makeUserId('held@example.test') }, NOW.at);
  const offered = offer(fullClass({ seats: [ann, ben, held] }), ben);
  const taken = enroll(offered, 'Dora');
  expect(namesOf(taken)).toEqual(['Ann', 'Held', 'Ben', 'Dora']);
  expect(taken.resold).toBeUndefined();
  // Now the last place is paid too.
  expect(namesOf(enroll(taken, 'Held'))).toEqual(['Ann', 'Held', 'Dora']);
});

it('it can be taken back while nobody has its place, and not after that', () => {
  const offered = offer(fullClass(), ben);
  const back = offer(offered, ben, false);
  expect([back.sit, countPlaces(back)]).toEqual([0, 3]);
  expect(back.seats.some((seat) => 'isForResale' in seat)).toBe(false);
  const next = makeHeldSeat({ _id: makeUserId('next@example.test') }, NOW.at);
  const held = { ...offered, sit: 0, seats: [...offered.seats, next] };
  expect(() => offer(held, ben, false)).toThrow('Somebody has just taken this seat.');
});

it('it can be taken back while its place is kept for siblings', () => {
  const siblings = makeEntry({ people: makePeople(2) });
  const offered = offer(fullClass({ waiting: [siblings] }), ben);
  expect(countKept(offered.waiting)).toBe(1);
  const back = offer(offered, ben, false);
  expect(back.waiting).toEqual([siblings]);
  expect(countPlaces(back)).toBe(3);
});

it('if it is canceled, its place does not open up a second time', () => {
  const offered = offer(fullClass(), ben);
  const item = { classId: offered._id, seatId: ben.seatId, paymentId: ben.paymentId };
  const canceled = { ...offered, ...takeBackSeat(offered, item, NOW) };
  expect([canceled.sit, countPlaces(canceled)]).toEqual([1, 3]);
});
