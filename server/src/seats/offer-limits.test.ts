import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { makeUserId } from '../testing/documents.ts';
import type { HeldSeat, Seat } from '../database/class-document.ts';
import { makeEntry, makePeople, makeRules, nameOf } from '../testing/queues.ts';
import { makeEnrolledSeat, makeHeldSeat } from '../testing/seats.ts';
import { findOfferable, type Holding, isTooLarge } from './offer-limits.ts';

/** Who on a waiting list may be offered a seat now. */

const RULES = makeRules();
const NORA = makeUserId('nora@example.test');
const JUST_NOW = new Date(RULES.at.getTime() - 60_000);
/** The days of the class, and the week after. */
const WEEK = { camp_start: '2027-07-05', camp_end: '2027-07-09' };
const NEXT_WEEK = { camp_start: '2027-07-12', camp_end: '2027-07-16' };

/** Seats that are held now, each for another child. */
function holdSeats(count: number, _id: ObjectId, fields: Partial<HeldSeat> = {}): HeldSeat[] {
  return Array.from({ length: count }, () => ({
    ...makeHeldSeat({ _id }, JUST_NOW, { _id: new ObjectId() }),
    ...fields,
  }));
}

/** The names of those who may be offered a seat, and the limit of the others. */
function ask(
  entry: Parameters<typeof makeEntry>[0],
  { seats = [], price = 90, places = 20 }: { seats?: Seat[]; price?: number; places?: number } = {},
  rules = RULES,
) {
  const { people, limit } = findOfferable(
    { seats, price, places, ...WEEK },
    makeEntry({ userId: NORA, together: false, ...entry }),
    rules,
  );
  return [
    people.map(({ childId }) => nameOf({ userId: NORA, ...(childId && { childId }) })),
    limit,
  ];
}

const [one, two, three] = makePeople(3) as [
  ReturnType<typeof makePeople>[number],
  ReturnType<typeof makePeople>[number],
  ReturnType<typeof makePeople>[number],
];

describe('a seat is offered', () => {
  it('to everybody who waits and has none yet', () => {
    const child = { _id: one.childId as ObjectId };
    const seats = [makeHeldSeat({ _id: makeUserId('father@example.test') }, JUST_NOW, child)];
    expect(ask({ people: [one, two] })).toEqual([['Child 1', 'Child 2'], null]);
    // The father's is only held.
    expect(ask({ people: [one, two] }, { seats })).toEqual([['Child 2'], 'held']);
    expect(ask({ people: [one, two], together: true }, { seats })).toEqual([[], 'held']);
  });

  it('to a group only if the class has places for all of it', () => {
    const people = [one, two, three];
    expect(ask({ people, together: true }, { places: 3 })).toEqual([
      ['Child 1', 'Child 2', 'Child 3'],
      null,
    ]);
    expect(ask({ people, together: true }, { places: 2 })).toEqual([[], 'class']);
    expect(ask({ people }, { places: 2 })[1]).toBeNull();
    expect(isTooLarge([one], 0)).toBe(false);
    expect(isTooLarge([one, two], 0)).toBe(true);
  });
});

describe('an account that holds as many seats as it may', () => {
  /** What Nora holds in another class, each for another child. */
  const elsewhere = (count: number, holding: Holding = NEXT_WEEK) =>
    makeRules({
      heldElsewhere: new Map([
        [
          NORA.toHexString(),
          Array.from({ length: count }, () => ({ childId: new ObjectId(), ...holding })),
        ],
      ]),
    });

  it('is offered none, counting other classes', () => {
    const here = holdSeats(3, NORA);
    const max = FIRST_SCHOOL.booking.maxHeld - here.length;
    const people = [one, two];
    const all = [['Child 1', 'Child 2'], null];
    expect(ask({ people }, { seats: here }, elsewhere(max - 2))).toEqual(all);
    expect(ask({ people }, { seats: here }, elsewhere(max - 1))).toEqual([['Child 1'], 'account']);
    expect(ask({ people }, { seats: here }, elsewhere(max))).toEqual([[], 'account']);
    const group = { people, together: true };
    expect(ask(group, { seats: here }, elsewhere(max - 1))).toEqual([[], 'account']);
  });

  it('is offered none of a class of which it holds as many as it may', () => {
    const here = holdSeats(FIRST_SCHOOL.booking.maxHeldOfClass - 1, NORA);
    expect(ask({ people: [one, two] }, { seats: here })).toEqual([['Child 1'], 'account']);
    expect(ask({ people: [one, two] }, { seats: here.slice(1) })[1]).toBeNull();
  });

  it('is counted without what others hold, what has ended just now, and what is paid', () => {
    const held = holdSeats(FIRST_SCHOOL.booking.maxHeldOfClass - 1, NORA);
    const ended = holdSeats(1, NORA, { heldUntil: RULES.at });
    const others = holdSeats(3, makeUserId('else@example.test'));
    const paid = makeEnrolledSeat({ _id: NORA }, JUST_NOW);
    const rules = makeRules({
      heldElsewhere: new Map([
        ['else@example.test', Array(FIRST_SCHOOL.booking.maxHeld).fill(NEXT_WEEK)],
      ]),
    });
    expect(ask({ people: [one] }, { seats: [...held, ...ended, ...others, paid] }, rules)).toEqual([
      ['Child 1'],
      null,
    ]);
  });

  it('is offered none for a person who holds another class on the same days', () => {
    const { childId } = one;
    const asked = { people: [one, two] };
    expect(ask(asked, {}, elsewhere(1, { childId, ...WEEK }))).toEqual([['Child 2'], 'account']);
    expect(ask(asked, {}, elsewhere(1, { childId, ...NEXT_WEEK }))[1]).toBeNull();
    const self = elsewhere(1, { childId: undefined, ...WEEK });
    expect(ask({ people: [{}, one] }, {}, self)).toEqual([['Child 1'], 'account']);
  });

  it('has the same limit for the seats of a free class, paid or not: they are taken for good', () => {
    const taken = Array.from({ length: FIRST_SCHOOL.booking.maxHeldOfClass - 1 }, () =>
      makeEnrolledSeat({ _id: NORA }, JUST_NOW, {
        _id: new ObjectId(),
      }),
    );
    const others = taken.map((seat) => ({ ...seat, userId: makeUserId('else@example.test') }));
    const people = [one, two];
    const free = { seats: [...taken, ...others], price: 0 };
    expect(ask({ people }, free)).toEqual([['Child 1'], 'account']);
    expect(ask({ people }, { ...free, price: 90 })[1]).toBeNull();
  });
});

describe('a network address from which as many seats are held as may be', () => {
  const rules = makeRules({ maxAtAddress: 3 });
  const seats = [
    ...holdSeats(2, makeUserId('else@example.test'), { addressHash: 'here' }),
    ...holdSeats(5, makeUserId('else@example.test'), { addressHash: 'there' }),
    ...holdSeats(5, makeUserId('else@example.test')),
    ...holdSeats(5, makeUserId('else@example.test'), { addressHash: 'here', heldUntil: RULES.at }),
  ];

  it('is offered no more', () => {
    const people = [one, two];
    expect(ask({ people, addressHash: 'here' }, { seats }, rules)).toEqual([
      ['Child 1'],
      'address',
    ]);
    expect(ask({ people, addressHash: 'new' }, { seats }, rules)[1]).toBeNull();
    expect(ask({ people }, { seats }, rules)[1]).toBeNull();
  });

  it('is named after the limit of the account, if both are reached', () => {
    const own = holdSeats(FIRST_SCHOOL.booking.maxHeldOfClass, NORA, { addressHash: 'here' });
    expect(ask({ people: [one], addressHash: 'here' }, { seats: own }, rules)).toEqual([
      [],
      'account',
    ]);
  });
});
