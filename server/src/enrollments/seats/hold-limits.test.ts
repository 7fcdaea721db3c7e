import fc from 'fast-check';
import {
  HOLD_WINDOW_HOURS,
  MAX_FAMILY_HOLDS,
  MAX_HOLDS_IN_WINDOW,
  MAX_HOLDS_OF_CLASS,
  MAX_OPEN_HOLDS,
  MAX_OPEN_HOLDS_UNVERIFIED,
} from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { HoldEntry } from '../../database/collections.ts';
import { decideHold, type HoldRequest, IN_FLIGHT_MS, isBeingJoined } from './hold-limits.ts';

const MINUTE = 60_000;
const START = Date.parse('2027-05-03T10:00:00Z');
const CLASSES = Array.from({ length: 8 }, () => new ObjectId());

/** One step in the life of an account: time passes, a hold ends, or the student joins. */
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 1, max: 40 * MINUTE }) }) },
  { weight: 1, arbitrary: fc.record({ end: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      join: fc.constantFrom(...CLASSES),
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
  let held: { seatId: ObjectId; classId: ObjectId; until: number }[] = [];
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
    const request = { entries, classId: one.join, at, isVerified, holdMs };
    const decision = decideHold({ ...request, ...(one.isTruthKnown && { seats }) });
    if (decision.isAllowed) {
      const seatId = new ObjectId();
      entries = [...decision.recent, { seatId, classId: one.join, at }];
      // A lost one: the server stopped before it held the seat. Every hold is renewed, so it lasts as long as it can.
      if (!one.isLost) held.push({ seatId, classId: one.join, until: now + 2 * holdMs - 1 });
    }
    const classes = new Set(held.map(({ classId }) => classId.toHexString())).size;
    moments.push({ decision, entries, held: held.length, classes, classId: one.join, now });
  }
  return moments;
}

const windowOf = (holdMinutes: number) =>
  Math.max(HOLD_WINDOW_HOURS * 60, 2 * holdMinutes) * MINUTE;

describe('the limits of one account', () => {
  it('never have more holds open than allowed, whatever was lost on the way', () => {
    fc.assert(
      fc.property(life, (account) => {
        for (const { held, classes } of live(account)) {
          expect(held).toBeLessThanOrEqual(MAX_OPEN_HOLDS);
          if (!account.isVerified) expect(classes).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('never let one class be held more than twice, nor more than twenty classes, within the window', () => {
    fc.assert(
      fc.property(life, (account) => {
        const windowMs = windowOf(account.holdMinutes);
        for (const { entries, classId, now } of live(account)) {
          const recent = entries.filter(({ at }) => now - at.getTime() < windowMs);
          expect(recent.length).toBeLessThanOrEqual(MAX_HOLDS_IN_WINDOW);
          const ofClass = recent.filter((entry) => entry.classId.equals(classId));
          expect(ofClass.length).toBeLessThanOrEqual(MAX_HOLDS_OF_CLASS);
        }
      }),
    );
  });

  it('give a reason for each refusal, and the wait is the right one', () => {
    fc.assert(
      fc.property(life, (account) => {
        const { isVerified, holdMinutes } = account;
        for (const { decision, entries, classId, now } of live(account)) {
          if (decision.isAllowed || !('waitMs' in decision)) continue;
          const later = (ms: number) =>
            decideHold({
              // Known to be over. The others might be crashed joins, which don't count.
              entries: entries.map((entry) => ({ ...entry, isOver: true })),
              classId,
              at: new Date(now + ms),
              isVerified,
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
        ...{ holdMs: 30 * MINUTE, seats: new Map() },
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
          expect(entries.length).toBeLessThanOrEqual(MAX_HOLDS_IN_WINDOW);
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
        isVerified: false,
        holdMs: 30 * MINUTE,
        seats: new Map(),
      });
    expect(decide(old(IN_FLIGHT_MS - 1))).toEqual({ isAllowed: false, reason: 'open' });
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

  /** Asks for Sailing, at ten o'clock, with holds of half an hour. All entries are seats that are held. */
  function ask({ entries = [], ...wish }: Partial<HoldRequest>) {
    return decideHold({
      ...{ entries, classId: SAILING, at: new Date(START), isVerified: true, holdMs: 30 * MINUTE },
      seats: new Map(entries.map(({ seatId }) => [seatId.toHexString(), 'open'])),
      ...wish,
    });
  }

  it('holds some seats for each person, and more for the whole family', () => {
    const full = holdsOf(CLASSES.slice(1, MAX_OPEN_HOLDS + 1), { childId: MIA });
    expect(ask({ entries: full.slice(1), childId: MIA })).toMatchObject({ isAllowed: true });
    expect(ask({ entries: full, childId: MIA })).toEqual({ isAllowed: false, reason: 'open' });
    expect(ask({ entries: full, childId: TOM })).toMatchObject({ isAllowed: true });
    expect(ask({ entries: full })).toMatchObject({ isAllowed: true });
    const own = holdsOf(CLASSES.slice(1, MAX_OPEN_HOLDS + 1));
    expect(ask({ entries: own })).toEqual({ isAllowed: false, reason: 'open' });
    expect(ask({ entries: own, childId: MIA })).toMatchObject({ isAllowed: true });
    const family = Array.from({ length: MAX_FAMILY_HOLDS }, () =>
      holdsOf([ROBOTS], { childId: new ObjectId() }),
    ).flat();
    expect(ask({ entries: family.slice(1), childId: TOM })).toMatchObject({ isAllowed: true });
    expect(ask({ entries: family, childId: TOM })).toEqual({ isAllowed: false, reason: 'family' });
  });

  it('has seats that are offered to it counted like those it holds', () => {
    const offered = Array.from({ length: MAX_OPEN_HOLDS }, () => ({ childId: MIA }));
    expect(ask({ offered, childId: MIA })).toEqual({ isAllowed: false, reason: 'open' });
    expect(ask({ offered, childId: TOM })).toMatchObject({ isAllowed: true });
  });

  it('holds seats of one class before its address is confirmed, for a few siblings', () => {
    const siblings = Array.from({ length: MAX_OPEN_HOLDS_UNVERIFIED }, () =>
      holdsOf([SAILING], { childId: new ObjectId() }),
    ).flat();
    const wish = { childId: TOM, isVerified: false };
    expect(ask({ ...wish, entries: siblings.slice(1) })).toMatchObject({ isAllowed: true });
    expect(ask({ ...wish, entries: siblings })).toEqual({ isAllowed: false, reason: 'open' });
    const entries = holdsOf([ROBOTS], { childId: MIA });
    expect(ask({ ...wish, entries })).toEqual({ isAllowed: false, reason: 'open' });
    // An offer is for a confirmed address.
    const offered = [{ childId: MIA }];
    expect(ask({ ...wish, offered })).toEqual({ isAllowed: false, reason: 'open' });
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

  it('is not held up by holds that are over, and holds as many again', () => {
    const entries = holdsOf(CLASSES.slice(1, MAX_OPEN_HOLDS + 1));
    const over = new Map(entries.map(({ seatId }) => [seatId.toHexString(), 'over'] as const));
    expect(ask({ entries, seats: over })).toEqual({ isAllowed: true, recent: entries });
    const ended = holdsOf(CLASSES.slice(1, MAX_OPEN_HOLDS + 1), { isOver: true }, 0);
    expect(ask({ entries: ended, seats: new Map() })).toMatchObject({ isAllowed: true });
  });

  it('may hold each of them twice as long as a hold takes, while nobody has looked for the seats', () => {
    const [seats, classIds] = [undefined, CLASSES.slice(1, MAX_OPEN_HOLDS + 1)];
    const at = (minutes: number) => ask({ seats, entries: holdsOf(classIds, {}, minutes) });
    expect(at(59)).toEqual({ isAllowed: false, reason: 'open' });
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
