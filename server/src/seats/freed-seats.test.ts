import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { makeUserId } from '../testing/documents.ts';
import type { ClassDocument, HeldSeat, Seat } from '../database/class-document.ts';
import { makeEntry, makePeople, makeQueue, makeRules } from '../testing/queues.ts';
import { makeEnrolledSeat, makeHeldSeat } from '../testing/seats.ts';
import { releaseHeldSeat, takeBackSeat } from './freed-seats.ts';
import { countPlaces } from './places.ts';
import { handOut } from './queue.ts';

const NOW = makeRules();
const nora = { _id: makeUserId('nora@example.test'), name: 'Nora' };

describe('a held seat', () => {
  const seat = makeHeldSeat(nora, NOW.at);
  const { seatId, userId, heldUntil } = seat;
  const release = (wish: object, seats: Seat[] = [seat]) =>
    releaseHeldSeat(makeQueue({ seats }), { seatId, userId, ...wish }, NOW);

  it('is free again once its account gives it up', () => {
    expect(release({})).toMatchObject({ sit: 1, seats: [] });
  });

  it('stays if another account or another seat is named', () => {
    expect(release({ userId: makeUserId('tom@example.test') })).toBeNull();
    expect(release({ seatId: new ObjectId() })).toBeNull();
  });

  it('stays if it is paid', () => {
    const paid = makeEnrolledSeat(nora, NOW.at);
    expect(release({ seatId: paid.seatId }, [paid])).toBeNull();
  });

  it('runs out when its time is over, and not before', () => {
    expect(release({ expiredAt: new Date(heldUntil.getTime() - 1) })).toBeNull();
    expect(release({ expiredAt: heldUntil })).toMatchObject({ sit: 1, seats: [] });
  });
});

describe('a seat whose money goes back', () => {
  const paid = makeEnrolledSeat(nora, NOW.at);
  /** The same parent has paid for another seat of the class. */
  const other = makeEnrolledSeat(nora, NOW.at, { _id: new ObjectId() });
  const campClass = {
    ...makeQueue({ seats: [paid, other] }),
    refusedItems: [],
  } as Partial<ClassDocument> as ClassDocument;
  const takeBack = (paymentId: string, id: ObjectId) =>
    takeBackSeat(campClass, { paymentId, seatId: id, classId: new ObjectId() }, NOW);

  it('is free, and its payment never gets it again', () => {
    expect(takeBack(paid.paymentId, paid.seatId)).toEqual({
      ...{ sit: 1, seats: [other] },
      refusedItems: [`${paid.paymentId}:${paid.seatId.toHexString()}`],
    });
  });

  it('is refused to a payment that has no seat, and all others stay', () => {
    for (const [paymentId, id] of [
      ['pi_other', paid.seatId],
      [paid.paymentId, other.seatId],
    ] as const)
      expect(takeBack(paymentId, id)).toEqual({
        refusedItems: [`${paymentId}:${id.toHexString()}`],
      });
  });
});

describe('an offer that runs out', () => {
  const people = makePeople(3);
  const siblings = makeEntry({ userId: nora._id, people });

  /** Three siblings were offered seats, and this is what became of the first of them. */
  function lapse(fields: Parameters<typeof makeQueue>[0] = {}, lapses = 0) {
    const queue = makeQueue({ waiting: [{ ...siblings, lapses }] });
    const offered = { ...queue, ...handOut(queue, NOW, countPlaces(queue) + 3), ...fields };
    const [seat] = offered.seats as [HeldSeat];
    return releaseHeldSeat(offered, { ...seat, expiredAt: seat.heldUntil }, NOW);
  }

  it('brings back only the one who did not answer, paused', () => {
    expect(lapse()?.waiting).toEqual([
      { ...siblings, people: [people[0]], lapses: 1, isPaused: true },
    ]);
  });

  it('ends the entry the second time, and says for whom it was', () => {
    const ended = {
      ...{ waitId: siblings.waitId, userId: nora._id, isLapsed: true },
      childIds: people.map(({ childId }) => childId),
    };
    expect(lapse({}, 1)).toMatchObject({ waiting: [], ended: [ended] });
  });

  it('in a class that is canceled by then brings nobody back', () => {
    expect(lapse({ status: 'archived' })).toMatchObject({ sit: 1, waiting: [] });
  });
});
