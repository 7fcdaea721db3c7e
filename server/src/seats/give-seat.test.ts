import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ClassDocument, HeldSeat } from '../database/class-document.ts';
import { makeClass, makeUserId } from '../testing/documents.ts';
import { makeEnrolledSeat, makeHeldSeat } from '../testing/seats.ts';
import { decideEnrollment, type PaidFor } from './give-seat.ts';
import { itemKey } from './refused-items.ts';

/** How a payment gets its seat, or is refused it for good. */

const NOW = new Date('2027-06-01T12:00:00Z');
const CHILD = { _id: new ObjectId(), name: 'Mia' };
const NORA = { _id: makeUserId('nora@example.test'), name: 'Nora' };

const held: HeldSeat = makeHeldSeat(NORA, new Date('2027-06-01T11:45:00Z'), CHILD);

function makeOffer(fields: Partial<ClassDocument> = {}): ClassDocument {
  return makeClass({
    course_tag: 'GIV',
    price: 90,
    sit: 2,
    seats: [held],
    nextEntryNumber: 105,
    ...fields,
  });
}

function paidFor(campClass: ClassDocument, fields: Partial<PaidFor> = {}): PaidFor {
  return {
    paymentId: 'pi_1',
    classId: campClass._id,
    seatId: held.seatId,
    userId: NORA._id,
    childId: CHILD._id,
    price: 90,
    ...fields,
  };
}

describe('a payment gets', () => {
  it('the seat held for the child: the free seats stay, and it has the next code', () => {
    const campClass = makeOffer();
    const { seat, change } = decideEnrollment(campClass, paidFor(campClass), NOW);
    expect(seat).toEqual({
      seatId: held.seatId,
      userId: NORA._id,
      childId: CHILD._id,
      joinedAt: held.joinedAt,
      state: 'enrolled',
      entry_code: 'GIV-105',
      paymentId: 'pi_1',
      price: 90,
      enrolledAt: NOW,
    });
    expect(change).toEqual({ seats: [seat], sit: 2, nextEntryNumber: 106 });
  });

  it('a free seat if its hold is over', () => {
    const other = makeHeldSeat({ _id: makeUserId('ed@example.test') }, NOW);
    const campClass = makeOffer({ seats: [other], sit: 1 });
    const { seat, change } = decideEnrollment(campClass, paidFor(campClass), NOW);
    expect(seat).toMatchObject({ seatId: held.seatId, joinedAt: NOW });
    expect(change).toMatchObject({ seats: [other, seat], sit: 0 });
  });

  it('the seat of somebody who joined for themselves', () => {
    const own = makeHeldSeat(NORA, NOW);
    const campClass = makeOffer({ seats: [held, own] });
    const item = paidFor(campClass, { seatId: own.seatId, childId: undefined });
    const { seat, change } = decideEnrollment(campClass, item, NOW);
    expect(seat).toMatchObject({ seatId: own.seatId });
    expect(seat).not.toHaveProperty('childId');
    expect(change?.seats).toEqual([held, seat]);
  });

  it('the seat it has already, and nothing changes', () => {
    const seat = makeEnrolledSeat(NORA, NOW, CHILD, { paymentId: 'pi_1', seatId: held.seatId });
    const campClass = makeOffer({ seats: [seat] });
    expect(decideEnrollment(campClass, paidFor(campClass), NOW)).toEqual({ seat, change: null });
  });

  it('an offered seat, which counts as one more that the waiting list has filled', () => {
    const offer = { waitId: held.seatId, offeredAt: NOW, lapses: 0, priority: 0, joinedAt: NOW };
    const offered = { ...held, offer } as unknown as HeldSeat;
    const enroll = (fields: Partial<ClassDocument>) => {
      const campClass = makeOffer({ seats: [offered], ...fields });
      return decideEnrollment(campClass, paidFor(campClass), NOW).change?.demand;
    };
    expect(enroll({ demand: { asked: 4, offered: 3, enrolled: 1 } })).toEqual({
      asked: 4,
      offered: 3,
      enrolled: 2,
    });
    expect(enroll({})).toEqual({ asked: 0, offered: 0, enrolled: 1 });
  });

  it('a seat that was free of charge when it was joined', () => {
    const campClass = makeOffer({ price: 0 });
    expect(decideEnrollment(campClass, paidFor(campClass, { price: 0 }), NOW).seat).not.toBeNull();
  });
});

describe('a payment is refused its seat for good', () => {
  const taken = makeEnrolledSeat(NORA, NOW, CHILD, { paymentId: 'pi_2' });
  const move = { price: 0, fromPaid: 0 } as unknown as NonNullable<HeldSeat['move']>;
  const notHeld = { seats: [] as ClassDocument['seats'] };

  it.each<[string, Partial<ClassDocument>, Partial<PaidFor>]>([
    ['no seat is held and none is free', { ...notHeld, sit: 0 }, {}],
    ['the class is closed', { status: 'archived' }, {}],
    ['the child has a seat of another payment', { seats: [taken] }, {}],
    ['nothing was paid and no seat is held', notHeld, { price: 0 }],
    ['nothing was paid for a class that costs', {}, { price: 0 }],
    [
      'nothing was paid and the held seat is one to move to',
      { price: 0, seats: [{ ...held, move }] },
      { price: 0 },
    ],
  ])('if %s', (_case, fields, item) => {
    const campClass = makeOffer(fields);
    const { seat, change } = decideEnrollment(campClass, paidFor(campClass, item), NOW);
    expect(seat).toBeNull();
    expect(change).toEqual({ refusedItems: [itemKey('pi_1', held.seatId)] });
  });

  it('and stays refused, even when a seat is free later', () => {
    const campClass = makeOffer({ refusedItems: [itemKey('pi_1', held.seatId)] });
    expect(decideEnrollment(campClass, paidFor(campClass), NOW)).toEqual({
      seat: null,
      change: null,
    });
  });
});
