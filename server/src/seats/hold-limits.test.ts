import fc from 'fast-check';
import { HOLD_WINDOW_HOURS, MAX_HOLDS_OF_CLASS } from '@speakifyr/contract/limits.ts';
import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { HoldEntry } from '../database/user-documents.ts';
import { decideHold, type HoldRequest, IN_FLIGHT_MS, isBeingJoined } from './hold-limits.ts';

const MINUTE = 60_000;
const START = Date.parse('2027-05-03T10:00:00Z');
/** Each two of these meet on the same days. */
const CLASSES = Array.from({ length: 8 }, () => new ObjectId());
const meetTogether = (one: ObjectId, other: ObjectId) => weekOf(one) === weekOf(other);
const weekOf = (one: ObjectId) => Math.floor(CLASSES.findIndex((id) => id.equals(one)) / 2);
const CHILDREN = [undefined, ...Array.from({ length: 6 }, () => new ObjectId())];

/** One step in the life of an account: time passes, a hold ends, or the student joins. */
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 1, max: 40 * MINUTE }) }) },
  { weight: 1, arbitrary: fc.record({ end: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      join: fc.constantFrom(...CLASSES),
      who: fc.constantFrom(...CHILDREN),
      isLost: fc.boolean(),
      isTruthKnown: fc.boolean(),
    }),
  },
);
const life = fc.record({
  isVerified: fc.boolean(),
  holdMinutes: fc.constantFrom(1, 30, 600),
  steps: fc.array(step, { maxLength: 120 }),
});

/** Lives through the steps and keeps its own books of what is held. */
function live({
  isVerified,
  holdMinutes,
  steps,
}: typeof life extends fc.Arbitrary<infer L> ? L : never) {
  const holdMs = holdMinutes * MINUTE;
  let now = START;
  let entries: HoldEntry[] = [];
  let held: { seatId: ObjectId; classId: ObjectId; who: ObjectId | undefined; until: number }[] =
    [];
  const moments = [];
  for (const one of steps) {
    if ('pass' in one) now += one.pass;
    if ('end' in one) {
      const [ended] = held.splice(one.end, 1);
      entries = entries.map((entry) =>
        entry.seatId === ended?.seatId ? { ...entry, isOver: true } : entry,
      );
    }
    held = held.filter(({ until }) => until > now);
    if (!('join' in one)) continue;
    const at = new Date(now);
    const seats = new Map(held.map(({ seatId }) => [seatId.toHexString(), 'open' as const]));
    const request = { entries, classId: one.join, childId: one.who, at, isVerified, holdMs };
    const sharesDay = ({ classId: id }: { classId: ObjectId }) => meetTogether(id, one.join);
    const decision = decideHold({ ...request, sharesDay, ...(one.isTruthKnown && { seats }) });
    if (decision.isAllowed) {
      const seatId = new ObjectId();
      const whose = { classId: one.join, ...(one.who && { childId: one.who }) };
      entries = [...decision.recent, { seatId, ...whose, at }];
      // A lost one: the server stopped before it held the seat. Every hold is renewed, so it lasts as long as it can.
      if (!one.isLost)
        held.push({ seatId, classId: one.join, who: one.who, until: now + 2 * holdMs - 1 });
    }
    moments.push({ decision, entries, held: [...held], classId: one.join, who: one.who, now });
  }
  return moments;
}

const windowOf = (holdMinutes: number) =>
  Math.max(HOLD_WINDOW_HOURS * 60, 2 * holdMinutes) * MINUTE;

// Rules: R51.
describe('the limits of one account', () => {
  it('never have more holds open than allowed, whatever was lost on the way', () => {
    fc.assert(
      fc.property(life, (account) => {
        for (const { held, classId, who } of live(account)) {
          const max = account.isVerified
            ? FIRST_SCHOOL.booking.maxHeld
            : FIRST_SCHOOL.booking.maxHeldUnconfirmed;
          expect(held.length).toBeLessThanOrEqual(max);
          const here = held.filter((one) => one.classId === classId);
          // Twice in the same class is what the class itself refuses.
          const twice = here.length - new Set(here.map((one) => one.who)).size;
          expect(here.length - twice).toBeLessThanOrEqual(FIRST_SCHOOL.booking.maxHeldOfClass);
          const own = held.filter((one) => one.who === who && meetTogether(one.classId, classId));
          expect(new Set(own.map((one) => one.classId)).size).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('never let one class be held more than twice by a person, nor too many classes in all, within the window', () => {
    fc.assert(
      fc.property(life, (account) => {
        const windowMs = windowOf(account.holdMinutes);
        for (const { entries, classId, who, now } of live(account)) {
          const recent = entries.filter(({ at }) => now - at.getTime() < windowMs);
          expect(recent.length).toBeLessThanOrEqual(FIRST_SCHOOL.booking.maxHeld + 6);
          const ofClass = recent.filter(
            (entry) => entry.classId.equals(classId) && entry.childId === who,
          );
          expect(ofClass.length).toBeLessThanOrEqual(MAX_HOLDS_OF_CLASS);
        }
      }),
    );
  });

  it('give a reason for each refusal, and the wait is the right one', () => {
    fc.assert(
      fc.property(life, (account) => {
        const { isVerified, holdMinutes } = account;
        for (const { decision, entries, classId, who, now } of live(account)) {
          if (decision.isAllowed || !('waitMs' in decision)) continue;
          const later = (ms: number) =>
            decideHold({
              // Known to be over. The others might be crashed joins, which don't count.
              entries: entries.map((entry) => ({ ...entry, isOver: true })),
              ...{ classId, childId: who, isVerified, sharesDay: () => true },
              at: new Date(now + ms),
              holdMs: holdMinutes * MINUTE,
              seats: new Map(),
            });
          expect(decision.waitMs).toBeGreaterThan(0);
          expect(later(decision.waitMs - 1)).toMatchObject({ isAllowed: false });
          expect(later(decision.waitMs)).not.toMatchObject({ reason: decision.reason });
        }
      }),
    );
  });

  it('forget joins that were cut off, but not holds that have ended', () => {
    const at = new Date(START);
    const twice = (fields: object) =>
      [1, 2].map((minutes) => ({
        seatId: new ObjectId(),
        classId: CLASSES[0]!,
        at: new Date(START - minutes * MINUTE),
        ...fields,
      }));
    const decide = (entries: HoldEntry[]) =>
      decideHold({
        ...{ entries, classId: CLASSES[0]!, at, isVerified: true },
        ...{ holdMs: 30 * MINUTE, seats: new Map(), sharesDay: () => true },
      });
    expect(decide(twice({}))).toEqual({ isAllowed: true, recent: [] });
    expect(decide(twice({ isOver: true }))).toMatchObject({ isAllowed: false, reason: 'class' });
    const old = { at: new Date(START - 31 * MINUTE) };
    expect(decide(twice(old))).toMatchObject({ isAllowed: false, reason: 'class' });
  });

  it('keep a bounded number of entries', () => {
    fc.assert(
      fc.property(life, (account) => {
        for (const { entries } of live(account))
          expect(entries.length).toBeLessThanOrEqual(FIRST_SCHOOL.booking.maxHeld + 6);
      }),
    );
  });

  it('count an entry without a seat for ten seconds, and no longer once the seats are known', () => {
    const at = new Date(START);
    const old = (ms: number) => [
      { seatId: new ObjectId(), classId: CLASSES[1]!, at: new Date(START - ms) },
    ];
    const decide = (entries: HoldEntry[]) =>
      decideHold({
        entries,
        classId: CLASSES[0]!,
        at,
        ...{ isVerified: true, sharesDay: () => true },
        holdMs: 30 * MINUTE,
        seats: new Map(),
      });
    expect(decide(old(IN_FLIGHT_MS - 1))).toMatchObject({ isAllowed: false, reason: 'day' });
    expect(decide(old(IN_FLIGHT_MS))).toMatchObject({ isAllowed: true });
  });
});

describe('an account that joins a class', () => {
  const [SAILING, ROBOTS] = CLASSES as [ObjectId, ObjectId];
  const [MIA, TOM] = [new ObjectId(), new ObjectId()];

  /** A hold of these classes, each for this person, from so many minutes ago. */
  const holdsOf = (classIds: ObjectId[], fields: Partial<HoldEntry> = {}, minutes = 5) =>
    classIds.map((classId) => ({
      seatId: new ObjectId(),
      classId,
      at: new Date(START - minutes * MINUTE),
      ...fields,
    }));

  /** Asks for Sailing, at ten o'clock, with holds of half an hour. All entries are seats that are held, on other days. */
  function ask({ entries = [], ...wish }: Partial<HoldRequest>) {
    return decideHold({
      ...{ entries, classId: SAILING, at: new Date(START), isVerified: true, holdMs: 30 * MINUTE },
      sharesDay: () => false,
      seats: new Map(entries.map(({ seatId }) => [seatId.toHexString(), 'open'])),
      ...wish,
    });
  }

  /** Seats of these classes, each for another child. */
  const siblingsIn = (classId: ObjectId, count: number) =>
    Array.from({ length: count }, () => holdsOf([classId], { childId: new ObjectId() })).flat();

  it('holds one class for each person and camp day', () => {
    const entries = holdsOf([ROBOTS], { childId: MIA });
    const wish = {
      entries,
      sharesDay: ({ classId }: { classId: ObjectId }) => classId.equals(ROBOTS),
    };
    const refused = { isAllowed: false, reason: 'day', classId: ROBOTS };
    expect(ask({ ...wish, childId: MIA })).toEqual(refused);
    expect(ask({ ...wish, childId: MIA, sharesDay: () => false })).toMatchObject({
      isAllowed: true,
    });
    expect(ask({ ...wish, childId: TOM })).toMatchObject({ isAllowed: true });
    expect(ask(wish)).toMatchObject({ isAllowed: true });
    const own = { ...wish, entries: holdsOf([ROBOTS]) };
    expect(ask(own)).toEqual(refused);
    expect(ask({ ...own, childId: MIA })).toMatchObject({ isAllowed: true });
  });

  it('holds a limited number of seats in all, and of one class', () => {
    const family = siblingsIn(ROBOTS, FIRST_SCHOOL.booking.maxHeld);
    expect(ask({ entries: family.slice(1) })).toMatchObject({ isAllowed: true });
    expect(ask({ entries: family })).toEqual({ isAllowed: false, reason: 'family' });
    const here = siblingsIn(SAILING, FIRST_SCHOOL.booking.maxHeldOfClass);
    expect(ask({ entries: here.slice(1), childId: TOM })).toMatchObject({ isAllowed: true });
    expect(ask({ entries: here, childId: TOM })).toEqual({ isAllowed: false, reason: 'siblings' });
  });

  it('has seats that are offered to it counted like those it holds', () => {
    const sharesDay = () => true;
    const offered = [{ childId: MIA, classId: ROBOTS }];
    expect(ask({ offered, sharesDay, childId: MIA })).toMatchObject({ reason: 'day' });
    expect(ask({ offered, sharesDay, childId: TOM })).toMatchObject({ isAllowed: true });
    const many = siblingsIn(ROBOTS, FIRST_SCHOOL.booking.maxHeld);
    expect(ask({ offered: many })).toMatchObject({ reason: 'family' });
  });

  it('holds three seats before its address is confirmed, in any classes', () => {
    const wish = { childId: TOM, isVerified: false };
    const refused = { isAllowed: false, reason: 'unverified' };
    const entries = [
      ...siblingsIn(SAILING, FIRST_SCHOOL.booking.maxHeldUnconfirmed - 1),
      ...holdsOf([ROBOTS]),
    ];
    expect(entries).toHaveLength(FIRST_SCHOOL.booking.maxHeldUnconfirmed);
    expect(ask({ ...wish, entries: entries.slice(1) })).toMatchObject({ isAllowed: true });
    expect(ask({ ...wish, entries })).toEqual(refused);
    expect(ask({ ...wish, entries, isVerified: true })).toMatchObject({ isAllowed: true });
  });

  it('holds a class twice in three hours for the same person, whatever became of the holds', () => {
    const mias = { childId: MIA, isOver: true as const };
    const twice = [...holdsOf([SAILING], mias, 60), ...holdsOf([SAILING], mias, 170)];
    const wish = { entries: twice, seats: new Map() };
    // Ten minutes later, the older of the two is three hours old.
    const refused = { isAllowed: false, reason: 'class', waitMs: 10 * MINUTE };
    expect(ask({ ...wish, childId: MIA })).toEqual(refused);
    expect(ask({ ...wish, childId: TOM })).toMatchObject({ isAllowed: true });
    expect(ask({ ...wish, childId: MIA, classId: ROBOTS })).toMatchObject({ isAllowed: true });
    expect(ask({ ...wish, childId: MIA, entries: twice.slice(1) })).toMatchObject({
      isAllowed: true,
    });
    // A hold that can be open for longer than that counts for longer, too.
    expect(ask({ ...wish, childId: MIA, holdMs: 120 * MINUTE })).toEqual({
      ...refused,
      waitMs: 70 * MINUTE,
    });
  });

  it('is not held up by holds that are over', () => {
    const wish = { sharesDay: () => true };
    const entries = holdsOf([ROBOTS]);
    const over = new Map(entries.map(({ seatId }) => [seatId.toHexString(), 'over'] as const));
    expect(ask({ ...wish, entries })).toMatchObject({ isAllowed: false });
    expect(ask({ ...wish, entries, seats: over })).toEqual({ isAllowed: true, recent: entries });
    const ended = holdsOf([ROBOTS], { isOver: true }, 0);
    expect(ask({ ...wish, entries: ended, seats: new Map() })).toMatchObject({ isAllowed: true });
  });

  it('may hold each of them twice as long as a hold takes, while nobody has looked for the seats', () => {
    const at = (minutes: number) =>
      ask({ seats: undefined, sharesDay: () => true, entries: holdsOf([ROBOTS], {}, minutes) });
    expect(at(59)).toMatchObject({ isAllowed: false, reason: 'day' });
    expect(at(60)).toMatchObject({ isAllowed: true });
  });

  it('has to wait while its last try for the same person and class may still succeed', () => {
    const [entry] = holdsOf([SAILING], { childId: MIA }, 0) as [HoldEntry];
    const isTrying = (known: HoldEntry, wish: object = {}) =>
      isBeingJoined({
        ...{
          entries: [...holdsOf([ROBOTS]), known],
          classId: SAILING,
          childId: MIA,
          at: new Date(START),
        },
        ...{ seats: new Map(), ...wish },
      });
    expect(isTrying(entry)).toBe(true);
    expect(isTrying({ ...entry, isOver: true })).toBe(false);
    expect(isTrying({ ...entry, at: new Date(START - IN_FLIGHT_MS) })).toBe(false);
    expect(isTrying(entry, { classId: ROBOTS })).toBe(false);
    expect(isTrying(entry, { childId: TOM })).toBe(false);
    expect(isTrying(entry, { seats: new Map([[entry.seatId.toHexString(), 'open']]) })).toBe(false);
  });
});
