import { countTakenOn } from '@speakifyr/contract/sold-by-day.ts';
import fc from 'fast-check';
import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import type { HeldSeat } from '../database/class-document.ts';
import type { WaitingEntry } from '../database/waiting-documents.ts';
import { makeEntry, makePeople, makeQueue, makeRules } from '../testing/queues.ts';
import { makeHeldSeat } from '../testing/seats.ts';
import { releaseHeldSeat } from './freed-seats.ts';
import type { OfferRules } from './offer-limits.ts';
import {
  changeSeatsOf,
  countFreeFor,
  countFreeOn,
  countPlaces,
  hasRoom,
  roomOf,
} from './places.ts';
import { orderEntries, type Queue, type QueueChange } from './queue-by-day.ts';
import { findLimit, handOut, offerNow } from './queue.ts';

/** What may happen to a class that is sold by day. `which` picks an entry or a seat, and days. */
type Step = {
  do:
    'wait' | 'book' | 'lapse' | 'give up' | 'go on' | 'prefer' | 'leave' | 'offer' | 'add' | 'look';
  which: number;
  /** The days that somebody wants, as bits. All of them: the whole class. */
  days: number;
  people: 1 | 2 | 3;
  together: boolean;
  /** From which day on it happens. */
  today: string;
};

const DAYS = ['2027-07-05', '2027-07-06', '2027-07-07', '2027-07-08', '2027-07-09'];
/** The last two are too soon for offers of Monday and of Wednesday. */
const TODAYS = ['2027-06-01', '2027-06-01', '2027-06-01', '2027-07-03', '2027-07-05'];
const AT = new Date('2027-06-01T12:00:00Z');
const MAX_AT_ADDRESS = 3;

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom<Step['do'][]>(
    ...(['wait', 'wait', 'wait', 'book', 'book', 'lapse', 'give up', 'give up'] as const),
    ...(['go on', 'prefer', 'leave', 'offer', 'add', 'look'] as const),
  ),
  which: fc.nat(20),
  days: fc.integer({ min: 1, max: 31 }),
  people: fc.constantFrom<(1 | 2 | 3)[]>(1, 1, 2, 3),
  together: fc.boolean(),
  today: fc.constantFrom(...TODAYS),
});

/** @returns undefined for the whole class */
function pickDays({ days }: Pick<Step, 'days'>): string[] | undefined {
  const picked = DAYS.filter((_day, at) => (days >> at) & 1);
  return picked.length < DAYS.length ? picked : undefined;
}

// Rules: R649.
it('a free day is never left by somebody who waits for it, nobody is passed over, and no day is oversold', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const byDay = { prices: [30], atLeast: 1 };
      let queue: Queue = makeQueue({ byDay, price: 100, sit: 2, waiting: [] });
      for (const one of steps) {
        const rules = makeRules({ at: AT, today: one.today, maxAtAddress: MAX_AT_ADDRESS });
        const { from, change, added = 0 } = takeStep(queue, one, rules);
        if (!change) continue;
        const next = { ...queue, ...change };
        expect(countPlaces(next)).toBe(countPlaces(queue) + added);
        checkStep(from, next, rules, one.do);
        queue = next;
      }
    }),
    { numRuns: Number(process.env.RANDOM_QUEUES ?? 1_500) },
  );
});

type Taken = { from: Queue; change: QueueChange | null; added?: number };

/** @returns what was decided, and from which state */
function takeStep(queue: Queue, { which, ...one }: Step, rules: OfferRules): Taken {
  const { seats, waiting = [] } = queue;
  const entry = waiting[which % Math.max(1, waiting.length)];
  const seat = seats[which % Math.max(1, seats.length)] as HeldSeat | undefined;
  const days = pickDays(one);
  const decide = (from: Queue, added = 0): Taken => ({
    from,
    change: handOut(from, rules, countPlaces(from) + added),
    added,
  });
  const nothing: Taken = { from: queue, change: null };
  const change = (changed: (known: WaitingEntry) => WaitingEntry | []) =>
    decide({
      ...queue,
      waiting: waiting.flatMap((known) => (known === entry ? changed(known) : known)),
    });
  switch (one.do) {
    case 'wait': {
      const people = makePeople(one.people);
      const { together } = one;
      const free = countFreeFor(queue, { days });
      // Such people are refused.
      const isFree = free >= people.length || (free > 0 && !together);
      if (isFree || people.length > countPlaces(queue)) return nothing;
      const fields = { people, together, addressHash: `address ${which % 3}` };
      const waitId = new ObjectId();
      const joinedAt = new Date(AT.getTime() + waiting.length);
      const added = makeEntry({ waitId, ...fields, joinedAt, ...(days && { days }) });
      return decide({ ...queue, waiting: [...waiting, added] });
    }
    case 'book': {
      const booked = { ...makeHeldSeat({ _id: new ObjectId() }, AT), ...(days && { days }) };
      if (!hasRoom(roomOf(queue), [booked])) return nothing;
      const { sit, ...rest } = changeSeatsOf(queue, [...seats, booked]);
      return { from: queue, change: { sit, ...rest } };
    }
    case 'lapse':
    case 'give up': {
      if (!seat) return nothing;
      const expiredAt = one.do === 'lapse' ? new Date(8.64e15) : undefined;
      return { from: queue, change: releaseHeldSeat(queue, { ...seat, expiredAt }, rules) };
    }
    case 'go on':
      return change(({ isPaused: _isPaused, ...known }) => known);
    case 'prefer':
      return change((known) => ({ ...known, priority: (which % 3) - 1 }));
    case 'leave':
      return change(() => []);
    case 'offer':
      return { from: queue, change: entry ? offerNow(queue, entry.waitId, rules) : null };
    case 'add':
      return decide(queue, 1);
    default:
      return decide(queue);
  }
}

function checkStep(before: Queue, after: Queue, rules: OfferRules, act: Step['do']): void {
  for (const day of DAYS) {
    expect(countFreeOn(after, day)).toBeGreaterThanOrEqual(0);
    expect(countTakenOn(after.seats, day) + countFreeOn(after, day)).toBe(countPlaces(after));
  }
  expect(after.sit).toBe(Math.min(...DAYS.map((day) => countFreeOn(after, day))));
  const offered = after.seats.filter(
    (seat): seat is HeldSeat =>
      seat.state === 'held' && seat.offer !== undefined && !before.seats.includes(seat),
  );
  for (const { offer, days, ...seat } of offered) {
    // Nobody is offered a day that they don't want, nor only some of theirs.
    expect(days).toEqual(offer!.entry.days);
    expect(offer!.price).toBe(days ? Math.min(100, 30 * days.length) : 100);
    expect(rules.today < addDaysTo(days?.[0] ?? DAYS[0]!)).toBe(true);
    expect(seat.heldUntil.getTime()).toBeGreaterThan(AT.getTime());
    const { waitId, people, together } = offer!.entry;
    const known = before.waiting?.find((entry) => entry.waitId.equals(waitId));
    // All of them or nobody.
    if (together && known) expect(people).toEqual(known.people);
  }
  // What an admin offers comes before the line; a booking hands out nothing.
  if (act === 'book' || act === 'offer') return;
  const order = orderEntries(after.waiting);
  for (const entry of order) {
    const { days, people, together, isPaused } = entry;
    if (isPaused || findLimit(after, entry, rules)) continue;
    if (rules.today >= addDaysTo(days?.[0] ?? DAYS[0]!)) continue;
    // Those behind got only what is not enough for this entry.
    const isBehind = ({ offer }: HeldSeat) =>
      orderEntries([entry, offer!.entry])[0] === entry && !offer!.entry.waitId.equals(entry.waitId);
    const ahead = after.seats.filter(
      (seat) => !offered.some((one) => one === seat && isBehind(one)),
    );
    const wanted = together ? people : people.slice(0, 1);
    expect(
      hasRoom(
        { ...roomOf(after), seats: ahead },
        wanted.map(() => ({ ...(days && { days }) })),
      ),
    ).toBe(false);
  }
}

/** From this day on, a class that begins then is offered to nobody. */
function addDaysTo(first: string): string {
  const at = new Date(`${first}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() - 2);
  return at.toISOString().slice(0, 10);
}
