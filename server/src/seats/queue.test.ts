import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { makeUserId } from '../testing/documents.ts';
import type { HeldSeat } from '../database/class-document.ts';
import {
  listOffers,
  makeEntry,
  makePeople,
  makeQueue,
  makeRules,
  nameOf,
} from '../testing/queues.ts';
import { makeEnrolledSeat, makeHeldSeat } from '../testing/seats.ts';
import { releaseHeldSeat } from './freed-seats.ts';
import type { OfferRules } from './offer-limits.ts';
import { countKept, countPlaces } from './places.ts';
import { orderEntries, type Queue, type QueueChange } from './queue-by-day.ts';
import { findPosition, handOut, offerNow } from './queue.ts';

const NOW = makeRules();

function later(hours: number): OfferRules {
  return { ...NOW, at: new Date(NOW.at.getTime() + hours * 3_600_000) };
}

const ben = makeEntry({
  userId: makeUserId('ben@example.test'),
  joinedAt: new Date('2027-05-02T10:00:00Z'),
});
const ann = makeEntry();
/** Two seats of the class, which others have. */
const taken = ['X', 'Y'].map((name) =>
  makeEnrolledSeat({ _id: makeUserId(`${name}@example.test`) }, NOW.at),
);
const twins = makeEntry({
  userId: makeUserId('parent@example.test'),
  people: makePeople(2),
  joinedAt: new Date('2027-04-01T10:00:00Z'),
});

/** A class after a change. */
function after(campClass: Queue, change: QueueChange | null): Queue {
  return { ...campClass, ...change };
}

function give(campClass: Queue, freed: number, calendar = NOW): Queue {
  return after(campClass, handOut(campClass, calendar, countPlaces(campClass) + freed));
}

function findOffer({ seats }: Queue): HeldSeat {
  const seat = seats.find((one): one is HeldSeat => one.state === 'held');
  if (!seat) throw new Error('Nothing is offered');
  return seat;
}

// Rules: R139, R140, R141, R142, R144, R145, R146.
describe('a seat that opens up', () => {
  it('goes to the first on the list, and the others stay in their places', () => {
    const given = give(makeQueue({ waiting: [ben, ann] }), 1);
    expect(listOffers(given)).toEqual(['Ann']);
    expect(given).toMatchObject({ sit: 0, waiting: [ben], demand: { offered: 1 } });
    expect(findPosition(given.waiting, ben.waitId)).toBe(1);
  });

  it('goes to the entry with the higher priority, before an earlier one', () => {
    const first = { ...ben, priority: 1 };
    expect(listOffers(give(makeQueue({ waiting: [ann, first] }), 1))).toEqual(['Ben']);
  });

  it('is free for everybody if nobody waits, or all entries are paused', () => {
    expect(handOut(makeQueue(), NOW, 1)).toEqual({ sit: 1, seats: [] });
    const waiting = [{ ...ann, isPaused: true as const }];
    expect(handOut(makeQueue({ waiting }), NOW, 1)).toEqual({ sit: 1, seats: [], waiting });
  });

  it('goes past a paused entry, which has no number on the list', () => {
    const paused = { ...ann, isPaused: true as const };
    expect(listOffers(give(makeQueue({ waiting: [paused, ben] }), 1))).toEqual(['Ben']);
    const numbers = [paused, ben, twins].map(({ waitId }) => findPosition([paused, ben], waitId));
    expect(numbers).toEqual([null, 1, null]);
  });

  it('goes to the same one of two who joined in the same moment, however they are stored', () => {
    const both = [ann, { ...ben, joinedAt: ann.joinedAt }];
    const first = orderEntries(both);
    expect(orderEntries([...both].reverse())).toEqual(first);
    expect(listOffers(give(makeQueue({ waiting: first }), 1))).toEqual([nameOf(first[0]!)]);
  });

  it('is held for the person at the price of that day', () => {
    const { offer, ...seat } = findOffer(give(makeQueue({ waiting: [ann] }), 1));
    expect(seat).toMatchObject({ userId: ann.userId, renewed: false });
    expect(offer).toEqual({ entry: ann, price: 90, offeredAt: NOW.at, keepUntil: later(24).at });
    // Until its email is out, for a week.
    expect(seat.heldUntil).toEqual(new Date('2027-06-08T12:00:00Z'));
  });

  it('is not offered to somebody who has a seat already; a seat that is only held leaves the place on the list', () => {
    const enrolled = [makeEnrolledSeat({ _id: ann.userId }, NOW.at)];
    const given = give(makeQueue({ seats: enrolled, waiting: [ann, ben] }), 1);
    expect(listOffers(given)).toEqual(['Ben']);
    expect(given.waiting).toEqual([]);
    const seats = [makeHeldSeat({ _id: ann.userId }, NOW.at)];
    const kept = give(makeQueue({ seats, waiting: [ann, ben] }), 1);
    expect(listOffers(kept)).toEqual(['Ben']);
    expect(kept.waiting).toEqual([ann]);
  });
});

it('an admin adds five seats while three wait: three offers and two free seats', () => {
  const waiting = [ann, ben, makeEntry({ userId: makeUserId('cleo@example.test'), people: [{}] })];
  const given = give(makeQueue({ waiting }), 5);
  expect(listOffers(given)).toHaveLength(3);
  expect(given).toMatchObject({ sit: 2, waiting: [] });
});

describe('siblings who all go or nobody', () => {
  it('get no seat while there is one, and both seats once there are two', () => {
    const one = give(makeQueue({ seats: taken, waiting: [twins, ben] }), 1);
    expect(listOffers(one)).toEqual([]);
    expect([one.sit, countKept(one.waiting)]).toEqual([0, 1]);
    const two = give(one, 1, later(20));
    expect(listOffers(two)).toEqual(['Child 1', 'Child 2']);
    expect([two.sit, countKept(two.waiting), two.waiting]).toEqual([0, 0, [ben]]);
  });

  it('have a seat kept for a day. Then it goes to the next, and they keep their place', () => {
    const one = give(makeQueue({ seats: taken, waiting: [twins, ben] }), 1);
    expect(listOffers(give(one, 0, later(23)))).toEqual([]);
    const passed = give(one, 0, later(24));
    expect(listOffers(passed)).toEqual(['Ben']);
    expect(findPosition(passed.waiting, twins.waitId)).toBe(1);
    expect(countKept(passed.waiting)).toBe(0);
    // Another seat is kept for them again.
    expect(countKept(give(passed, 1, later(30)).waiting)).toBe(1);
  });

  it('do not keep a seat longer because a third one needs another', () => {
    const three = { ...twins, people: makePeople(3) };
    const one = give(makeQueue({ seats: taken, waiting: [three] }), 1);
    expect(give(one, 1, later(20)).waiting?.[0]?.kept).toEqual({ seats: 2, until: later(24).at });
  });

  it('give a seat on whose day is over, and keep the newer one', () => {
    const three = { ...twins, people: makePeople(3) };
    const one = give(makeQueue({ seats: taken, waiting: [three, ben] }), 1);
    const next = give(one, 1, later(24));
    expect(listOffers(next)).toEqual(['Ben']);
    expect(orderEntries(next.waiting)).toMatchObject([
      { people: three.people, kept: { seats: 1, until: later(48).at } },
    ]);
  });

  it('get what is kept for a group behind them, once they want a seat again', () => {
    const paused = { ...twins, isPaused: true as const };
    const behind = { ...ben, people: makePeople(2) };
    const kept = give(makeQueue({ seats: taken, waiting: [paused, behind] }), 1);
    const both = give({ ...kept, waiting: [twins, ...(kept.waiting ?? []).slice(1)] }, 1);
    expect(listOffers(both)).toEqual(['Child 1', 'Child 2']);
    expect(both).toMatchObject({ sit: 0, waiting: [behind] });
    expect(countKept(both.waiting)).toBe(0);
  });

  it('are offered two seats that may be kept only as long as the older one', () => {
    const one = give(makeQueue({ seats: taken, waiting: [twins] }), 1);
    expect(findOffer(give(one, 1, later(20))).offer?.keepUntil).toEqual(later(24).at);
  });

  it('and other groups together have a seat kept for a day, from when it was freed', () => {
    const groups = [1, 2, 3, 4, 5, 6].map((number) =>
      makeEntry({
        waitId: new ObjectId(),
        people: makePeople(2),
        joinedAt: new Date(`2027-04-0${number}T10:00:00Z`),
      }),
    );
    const kept = give(makeQueue({ seats: taken, waiting: groups }), 1);
    // The first one leaves after 20 hours: the next one has the seat for the other four.
    const [gone, ...rest] = orderEntries(kept.waiting);
    const left = after(
      { ...kept, waiting: rest },
      handOut({ ...kept, waiting: rest }, later(20), countPlaces(kept), gone?.kept?.until),
    );
    expect(orderEntries(left.waiting)[0]?.kept).toEqual({ seats: 1, until: later(24).at });
    const over = give(left, 0, later(24));
    expect([over.sit, countKept(over.waiting), over.waiting?.length]).toEqual([1, 0, 5]);
  });

  it('do not have a seat kept that was offered to others in between, once its day is over', () => {
    const first = { ...ben, joinedAt: new Date('2027-03-01T10:00:00Z') };
    const offered = give(makeQueue({ seats: taken, waiting: [first, twins, ann] }), 1);
    const { seatId, userId } = findOffer(offered);
    const decline = (hours: number) =>
      after(offered, releaseHeldSeat(offered, { seatId, userId }, later(hours)));
    expect(orderEntries(decline(3).waiting)[0]?.kept).toEqual({ seats: 1, until: later(24).at });
    expect(listOffers(decline(30))).toEqual(['Ann']);
  });

  it('who became more than the class has seats keep nothing', () => {
    const given = give(
      makeQueue({
        waiting: [twins, ben],
        seats: [makeHeldSeat({ _id: makeUserId('other@example.test') }, NOW.at)],
      }),
      1,
    );
    expect(countKept(given.waiting)).toBe(1);
    const large = { ...twins, people: makePeople(3) };
    const small = give(
      makeQueue({
        seats: [makeHeldSeat({ _id: makeUserId('other@example.test') }, NOW.at)],
        waiting: [large, ben],
      }),
      1,
    );
    expect(listOffers(small)).toEqual(['Ben']);
  });

  it('get one after the other if one of them is fine', () => {
    const either = { ...twins, together: false };
    const one = give(makeQueue({ waiting: [either, ben] }), 1);
    expect(listOffers(one)).toEqual(['Child 1']);
    expect(one.waiting).toMatchObject([
      { people: [{ childId: twins.people[1]!.childId }] },
      { userId: ben.userId },
    ]);
    expect(listOffers(give(one, 1))).toEqual(['Child 1', 'Child 2']);
  });
});

describe('an offer', () => {
  /** Ann has an offer and gives it back: she declines it, or its time runs out. */
  function giveBack(how: 'declined' | 'ran out'): Queue {
    const offered = give(makeQueue({ waiting: [ann, ben] }), 1);
    const { seatId, userId, heldUntil } = findOffer(offered);
    const expiredAt = how === 'ran out' ? heldUntil : undefined;
    return after(offered, releaseHeldSeat(offered, { seatId, userId, expiredAt }, NOW));
  }

  it('that ran out goes to the next. The entry is paused in its old place', () => {
    const lapsed = giveBack('ran out');
    expect(listOffers(lapsed)).toEqual(['Ben']);
    expect(lapsed.waiting).toEqual([{ ...ann, lapses: 1, isPaused: true }]);
    // Ann wants a seat again. She is before everybody who came later.
    const cleo = makeEntry({ userId: makeUserId('cleo@example.test'), joinedAt: ben.joinedAt });
    const again = [cleo, { ...ann, lapses: 1 }];
    expect(listOffers(give({ ...lapsed, waiting: again }, 1))).toEqual(['Ben', 'Ann']);
  });

  it('that was declined goes to the next, and the entry is gone', () => {
    const declined = giveBack('declined');
    expect(listOffers(declined)).toEqual(['Ben']);
    expect(declined.waiting).toEqual([]);
  });

  it('that ran out for one sibling after the other brings both back in one entry', () => {
    let state = give(makeQueue({ waiting: [twins] }), 2);
    for (const seat of state.seats.filter(({ state: is }) => is === 'held'))
      state = after(
        state,
        releaseHeldSeat(state, { ...seat, expiredAt: new Date('2028-01-01') }, NOW),
      );
    expect(state).toMatchObject({ sit: 2, seats: [] });
    expect(state.waiting).toEqual([{ ...twins, lapses: 1, isPaused: true }]);
  });

  it('that ran out for one sibling waits again together with the one who still waits', () => {
    const either = { ...twins, together: false };
    const one = give(makeQueue({ waiting: [either] }), 1);
    const seat = findOffer(one);
    const lapsed = releaseHeldSeat(one, { ...seat, expiredAt: seat.heldUntil }, NOW);
    expect(lapsed?.waiting).toEqual([{ ...either, lapses: 1, isPaused: true }]);
  });
});

describe('shortly before the class', () => {
  const soon = { ...NOW, today: '2027-07-03' };

  it('nobody gets an offer from two days before the first day: free seats are for everybody', () => {
    const queue = makeQueue({ waiting: [ann] });
    expect(listOffers(give(queue, 1, { ...NOW, today: '2027-07-02' }))).toEqual(['Ann']);
    expect(give(queue, 1, soon)).toMatchObject({ sit: 1, seats: [], waiting: [ann] });
    expect(offerNow(makeQueue({ sit: 1, waiting: [ann] }), ann.waitId, soon)).toBeNull();
  });

  it('seats that were kept are free for everybody too', () => {
    const kept = give(makeQueue({ seats: taken, waiting: [twins] }), 1);
    expect(give(kept, 0, soon)).toMatchObject({ sit: 1, waiting: [twins] });
  });

  it('a seat is offered and kept no longer than until then', () => {
    const calendar = { ...NOW, at: new Date('2027-07-02T10:00:00Z'), today: '2027-07-02' };
    const end = new Date('2027-07-02T22:00:00Z'); // midnight in Berlin
    expect(findOffer(give(makeQueue({ waiting: [ann] }), 1, calendar)).heldUntil).toEqual(end);
    const [entry] = give(makeQueue({ seats: taken, waiting: [twins] }), 1, calendar).waiting ?? [];
    expect(entry?.kept?.until).toEqual(end);
  });
});

it('nobody gets an offer in a class that is closed', () => {
  const closed = makeQueue({ status: 'archived', waiting: [ann] });
  expect(give(closed, 1)).toMatchObject({ sit: 1, seats: [] });
});

describe('an admin who offers seats to one entry before its turn', () => {
  const paused = { ...ben, isPaused: true as const };
  const offerToBen = (campClass: Queue) => after(campClass, offerNow(campClass, ben.waitId, NOW));

  it('takes those that are kept for others, even if the entry is paused', () => {
    const kept = give(makeQueue({ seats: taken, waiting: [twins, paused] }), 1);
    const offered = offerToBen(kept);
    expect(listOffers(offered)).toEqual(['Ben']);
    expect(offered).toMatchObject({ sit: 0, demand: { offered: 1 } });
    expect(offered.waiting).toEqual([twins]);
    expect(countPlaces(offered)).toBe(countPlaces(kept));
    expect(offerNow(offered, twins.waitId, NOW)).toBeNull();
  });

  it('takes first what is kept for the last in line, and no more than is needed', () => {
    const until = later(9).at;
    const group = (number: number, people: number, seats: number) =>
      makeEntry({
        waitId: new ObjectId(),
        people: makePeople(people),
        joinedAt: new Date(`2027-04-0${number}T10:00:00Z`),
        kept: { seats, until },
      });
    const waiting = [group(1, 6, 3), group(2, 5, 2), group(3, 3, 1)];
    const pair = { ...paused, people: makePeople(2) };
    const offered = offerToBen(makeQueue({ seats: taken, waiting: [...waiting, pair], sit: 1 }));
    expect(listOffers(offered)).toEqual(['Child 1', 'Child 2']);
    expect(offered.waiting?.map(({ kept }) => kept)).toEqual([
      { seats: 3, until },
      { seats: 1, until },
      undefined,
    ]);
    // What is free for everybody stays so while it is not needed.
    expect(offered.sit).toBe(1);
    expect(findOffer(offered).offer?.keepUntil).toEqual(until);
  });

  it('needs enough seats for all of them', () => {
    const one = makeQueue({
      seats: taken,
      sit: 1,
      waiting: [{ ...paused, people: makePeople(2) }],
    });
    expect(offerNow(one, ben.waitId, NOW)).toBeNull();
    expect(offerNow({ ...one, waiting: [ann] }, ben.waitId, NOW)).toBeNull();
  });
});

it('a seat for resale has no place of its own', () => {
  const offered = makeEnrolledSeat({ _id: makeUserId('x@example.test') }, NOW.at, undefined, {
    isForResale: true,
  });
  const own = makeEnrolledSeat({ _id: makeUserId('y@example.test') }, NOW.at);
  expect(countPlaces(makeQueue({ sit: 1, seats: [offered, own] }))).toBe(2);
});
