import { MAX_LAPSES } from '@speakifyr/contract/limits.ts';
import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import fc from 'fast-check';
import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import type { HeldSeat, Seat } from '../database/class-document.ts';
import type { WaitingEntry } from '../database/waiting-documents.ts';
import { makeEntry, makePeople, makeQueue, makeRules } from '../testing/queues.ts';
import { makeHeldSeat } from '../testing/seats.ts';
import { releaseHeldSeat } from './freed-seats.ts';
import type { Holding, OfferRules } from './offer-limits.ts';
import { countKept, countPlaces } from './places.ts';
import { orderEntries, type Queue, type QueueChange } from './queue-by-day.ts';
import { findLimit, handOut, offerNow } from './queue.ts';

/** What may happen to a class whose seats people wait for. `which` picks an entry or a seat. */
type Step = {
  do:
    | 'wait'
    | 'book'
    | 'lapse'
    | 'give up'
    | 'go on'
    | 'prefer'
    | 'leave'
    | 'offer'
    | 'add'
    | 'shrink'
    | 'look'
    | 'hold elsewhere';
  which: number;
  people: 1 | 2 | 3;
  together: boolean;
  /** How much later it happens. */
  hours: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom<Step['do'][]>(
    ...(['wait', 'wait', 'book', 'lapse', 'give up', 'give up', 'go on'] as const),
    ...(['prefer', 'leave', 'offer', 'add', 'shrink', 'look', 'hold elsewhere'] as const),
  ),
  which: fc.nat(20),
  people: fc.constantFrom<(1 | 2 | 3)[]>(1, 1, 2, 2, 3),
  together: fc.boolean(),
  hours: fc.nat(30),
});

const START = new Date('2027-01-01T12:00:00Z').getTime();
const DAY_MS = 24 * 3_600_000;
const MAX_AT_ADDRESS = 4;

// Rules: R140, R141, R147, R190.
it('nobody is passed over, places never change, siblings go together, no seat idles, and limits hold', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let queue: Queue = makeQueue({ seats: bookSeats(3), waiting: [] });
      let at = START;
      const heldElsewhere = new Map<string, Holding[]>();
      /** When places opened up that nobody on the list had been offered before. */
      const openings: number[] = [];
      for (const one of steps) {
        at += one.hours * 3_600_000;
        const rules = makeRules({
          ...{ at: new Date(at), today: '2027-01-01', timeZone: 'UTC' },
          ...{ heldElsewhere, maxAtAddress: MAX_AT_ADDRESS },
        });
        const { from, change, added, opened = 0 } = takeStep(queue, one, rules, heldElsewhere);
        if (!change) continue;
        const next = { ...queue, ...change };
        expect(countPlaces(next)).toBe(countPlaces(queue) + added);
        checkStep(from, next, rules, one.do === 'offer');
        openings.push(...Array.from({ length: opened }, () => at));
        // However often a seat was offered, it is kept for a day from when it opened up.
        const recent = openings.filter((moment) => moment + DAY_MS > at);
        expect(countKept(next.waiting)).toBeLessThanOrEqual(recent.length);
        queue = next;
      }
    }),
    // The mutation tester asks for fewer: dev/mutation.
    { numRuns: Number(process.env.RANDOM_QUEUES ?? 2_000) },
  );
});

function bookSeats(count: number): Seat[] {
  return Array.from({ length: count }, () =>
    makeHeldSeat({ _id: new ObjectId() }, new Date(START)),
  );
}

type Taken = { from: Queue; change: QueueChange | null; added: number; opened?: number };

/** @returns what was decided, and from which state */
function takeStep(
  queue: Queue,
  { which, ...one }: Step,
  rules: OfferRules,
  heldElsewhere: Map<string, Holding[]>,
): Taken {
  const { seats, waiting = [], sit } = queue;
  const entry = waiting[which % Math.max(1, waiting.length)];
  const seat = seats[which % Math.max(1, seats.length)] as HeldSeat | undefined;
  const decide = (from: Queue, freed = 0, added = 0, keepUntil?: Date): Taken => ({
    from,
    change: handOut(from, rules, countPlaces(from) + freed, keepUntil),
    added,
    opened: added,
  });
  const nothing: Taken = { from: queue, change: null, added: 0 };
  const change = (changed: (known: WaitingEntry) => WaitingEntry) =>
    entry
      ? decide({
          ...queue,
          waiting: waiting.map((known) => (known === entry ? changed(known) : known)),
        })
      : nothing;
  switch (one.do) {
    case 'wait': {
      const waitId = new ObjectId();
      const people = makePeople(one.people);
      const { together } = one;
      // Such people are refused.
      const isFree = sit >= people.length || (sit > 0 && !together);
      if (isFree || people.length > countPlaces(queue)) return nothing;
      const addressHash = `address ${which % 3}`;
      const added = makeEntry({ waitId, people, together, addressHash, joinedAt: rules.at });
      return decide({ ...queue, waiting: [...waiting, added] });
    }
    case 'book':
      if (sit === 0) return nothing;
      return decide({ ...queue, sit: sit - 1, seats: [...seats, ...bookSeats(1)] });
    case 'lapse':
    case 'give up': {
      if (!seat) return nothing;
      const expiredAt = one.do === 'lapse' ? new Date(8.64e15) : undefined;
      return {
        from: queue,
        change: releaseHeldSeat(queue, { ...seat, expiredAt }, rules),
        added: 0,
        opened: seat.offer ? 0 : 1,
      };
    }
    case 'go on':
      return change(({ isPaused: _isPaused, ...known }) => known);
    case 'prefer':
      return change((known) => ({ ...known, priority: (which % 3) - 1 }));
    case 'leave':
      if (!entry) return nothing;
      return decide(
        { ...queue, waiting: waiting.filter((known) => known !== entry) },
        countKept([entry]),
        0,
        entry.kept?.until,
      );
    case 'offer':
      return {
        from: queue,
        change: entry ? offerNow(queue, entry.waitId, rules) : null,
        added: 0,
      };
    case 'add':
      return decide(queue, one.people, one.people);
    case 'shrink':
      return sit > 0 ? { ...decide({ ...queue, sit: sit - 1 }), added: -1, opened: 0 } : nothing;
    case 'hold elsewhere':
      if (entry) heldElsewhere.set(entry.userId.toHexString(), holdElsewhere(entry, which));
      return decide(queue);
    default:
      return decide(queue);
  }
}

/** Many seats in the week after, and for one in three, one for the first person of an entry in the week of the class. */
function holdElsewhere({ people: [first] }: WaitingEntry, which: number): Holding[] {
  const nextWeek = { camp_start: '2027-07-12', camp_end: '2027-07-16' };
  const others = makePeople(FIRST_SCHOOL.booking.maxHeld - (which % 4));
  const sameDays = { camp_start: '2027-07-08', camp_end: '2027-07-08' };
  return [
    ...others.map((person) => ({ ...person, ...nextWeek })),
    ...(which % 3 === 0 ? [{ childId: first?.childId, ...sameDays }] : []),
  ];
}

function checkStep(before: Queue, after: Queue, rules: OfferRules, isByAdmin: boolean): void {
  const { at } = rules;
  expect(after.sit).toBeGreaterThanOrEqual(0);
  const known = new Map(before.waiting?.map((entry) => [entry.waitId.toHexString(), entry]));
  const offered = after.seats.filter(
    (seat): seat is HeldSeat => seat.state === 'held' && !before.seats.includes(seat),
  );
  const order = orderEntries([...known.values()]);
  const placeOf = (waitId: ObjectId) => order.findIndex((entry) => entry.waitId.equals(waitId));

  // Nobody sits twice.
  const people = after.seats.map(({ childId, userId }) => (childId ?? userId).toHexString());
  expect(new Set(people).size).toBe(people.length);

  const open = after.seats.filter((seat) => seat.state === 'held' && seat.heldUntil > at);
  for (const { offer, userId, childId, addressHash } of offered) {
    // An offer has the limits of a hold.
    const own = open.filter((seat) => seat.userId.equals(userId)).length;
    const elsewhere = rules.heldElsewhere.get(userId.toHexString()) ?? [];
    expect(own + elsewhere.length).toBeLessThanOrEqual(FIRST_SCHOOL.booking.maxHeld);
    expect(own).toBeLessThanOrEqual(FIRST_SCHOOL.booking.maxHeldOfClass);
    const sameDays = elsewhere.filter(({ camp_start }) => camp_start === '2027-07-08');
    expect(sameDays.some((one) => one.childId?.equals(childId))).toBe(false);
    const here = open.filter((seat) => seat.state === 'held' && seat.addressHash === addressHash);
    expect(here.length).toBeLessThanOrEqual(MAX_AT_ADDRESS);
    const entry = known.get(offer!.entry.waitId.toHexString())!;
    // A paused entry gets nothing, unless an admin says so.
    expect(isByAdmin || !entry.isPaused).toBe(true);
    // All of them or nobody.
    if (entry.together) expect(offer!.entry.people).toEqual(entry.people);
  }
  for (const entry of after.waiting ?? []) {
    const { waitId, kept, together, people: group } = entry;
    const old = known.get(waitId.toHexString());
    expect(entry.lapses).toBeLessThan(MAX_LAPSES);
    // Nobody loses their place.
    if (old) expect([entry.priority, entry.joinedAt]).toEqual([old.priority, old.joinedAt]);
    // A seat is kept for a day at most.
    if (kept) {
      expect(kept.seats).toBeLessThan(group.length);
      expect(group.length).toBeLessThanOrEqual(countPlaces(after));
      expect(kept.until.getTime()).toBeGreaterThan(at.getTime());
      const limit =
        old?.kept && old.kept.until > at ? old.kept.until.getTime() : at.getTime() + DAY_MS;
      expect(kept.until.getTime()).toBeLessThanOrEqual(limit);
    }
    if (entry.isPaused || isByAdmin || findLimit(after, entry, rules)) continue;
    // Nobody is passed over: what those behind got in this step was not enough for this entry.
    const behind = offered.filter(({ offer }) => placeOf(offer!.entry.waitId) > placeOf(waitId));
    const keptBehind = (after.waiting ?? []).filter((one) => placeOf(one.waitId) > placeOf(waitId));
    const available = (kept?.seats ?? 0) + countKept(keptBehind) + after.sit + behind.length;
    expect(available).toBeLessThan(together ? group.length : 1);
  }
}
