import { randomUUID } from 'node:crypto';
import type { SentHandOver, SentTap } from '@speakifyr/contract/attendance.ts';
import { type AttendanceState, readAttendance } from '@speakifyr/contract/attendance-state.ts';
import fc from 'fast-check';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { addDays } from '../school-time.ts';
import { CAMP_DAY, useCampDay } from '../testing/camp-day.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { makePayment } from '../testing/documents.ts';
import { buildChild, useUser } from '../testing/factories.ts';

const { app, at, goTo, build, makeOut, makeTap, send, readChild } = useCampDay();
const admin = useUser(app, 'admin');

type Day = Awaited<ReturnType<typeof build>>;

const makeIn = (personId: string, more: Partial<SentTap> = {}) => makeTap(personId, 'in', more);

const GRANDPA: SentHandOver = { how: 'listed', name: 'Grandpa Joe', checked: 'id' };

const countTaps = ({ campClass }: Day) =>
  app.services.database.collections.attendance.countDocuments({ classId: campClass._id });
const stateOf = async (day: Day) => (await readChild(day.instructor, day)).attendance.state;

/** Ends the seat of the class's child as a cancellation or a move to another class does, or the bank, which takes the money back. */
async function endSeat({ campClass, child, parent }: Day, kind: 'cancel' | 'move' | 'bank') {
  const { classes, seatChanges, payments } = app.services.database.collections;
  const place = { classId: campClass._id, childId: child._id };
  if (kind === 'bank') {
    const seat = { ...place, seatId: campClass.seats[0]!.seatId, name: child.name };
    const money = {
      _id: `pi_${child.id}`,
      email: parent.email,
      amount: 6_000,
      createdAt: new Date(),
    };
    await payments.insertOne({ ...makePayment(seat, money), userId: parent._id });
  } else
    await seatChanges.insertOne({
      ...{ _id: new ObjectId(), kind, userId: parent._id, state: 'done' },
      ...(kind === 'move' ? { from: place, to: { classId: new ObjectId() } } : place),
    } as never);
  await classes.updateOne({ _id: campClass._id }, { $set: { seats: [] } });
}

// Rules: R380, R428.
describe('two phones', () => {
  it('whose clocks are five minutes apart agree: the moment of the tap counts, and an undo needs no clock', async () => {
    const day = await build();
    goTo('15:00');
    // One is five minutes ahead, the other one five behind.
    const out = makeOut(day.child.id, GRANDPA, { at: at('15:05') });
    expect(await send(admin, day, [out])).toEqual([null]);
    expect(await send(day.instructor, day, [makeIn(day.child.id, { at: at('08:55') })])).toEqual([
      null,
    ]);
    expect(await stateOf(day)).toBe('gone');
    const undo = { ...makeIn(day.child.id), kind: 'undo' as const, undoes: out._id };
    expect(await send(day.instructor, day, [{ ...undo, at: at('14:55') }])).toEqual([null]);
    expect(await stateOf(day)).toBe('here');
    const late = makeIn(day.child.id, { at: new Date(Date.parse(at('15:05')) + 1).toISOString() });
    expect(await send(admin, day, [late])).toEqual(['wrong_time']);
  });

  it('send the same taps in any order, in any portions and again: the child ends in the same state', async () => {
    const kinds = fc.constantFrom('in' as const, 'out' as const, 'absent' as const);
    const minutes = fc.uniqueArray(fc.integer({ min: 1, max: 59 }), { minLength: 1, maxLength: 5 });
    const plan = minutes.chain((all) =>
      fc.record({
        taps: fc.tuple(
          ...all.map((minute) => fc.record({ minute: fc.constant(minute), kind: kinds })),
        ),
        undone: fc.option(fc.nat({ max: all.length - 1 })),
        orders: fc.array(
          fc.shuffledSubarray(
            all.map((_minute, place) => place),
            { minLength: all.length },
          ),
          { minLength: 2, maxLength: 2 },
        ),
        portion: fc.integer({ min: 1, max: 3 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(plan, async ({ taps, undone, orders, portion }) => {
        const states: AttendanceState[] = [];
        for (const order of orders) {
          const day = await build();
          goTo('10:00');
          const made = taps.map(({ minute, kind }): SentTap => {
            const tap = makeIn(day.child.id, { at: at(`09:${String(minute).padStart(2, '0')}`) });
            return { ...tap, kind, ...(kind === 'out' && { collectedBy: GRANDPA }) };
          });
          const mixed = order.map((place) => made[place]!);
          const all = [...mixed, ...mixed];
          for (let from = 0; from < all.length; from += portion)
            expect(await send(admin, day, all.slice(from, from + portion))).not.toContain(
              'nonce_used',
            );
          const mistake = undone === null ? undefined : made[undone]?._id;
          if (mistake)
            await send(day.instructor, day, [
              { ...makeIn(day.child.id), kind: 'undo', undoes: mistake },
            ]);
          expect(await countTaps(day)).toBe(made.length + (mistake ? 1 : 0));
          states.push(await stateOf(day));
        }
        expect(states[0]).toBe(states[1]);
      }),
      { numRuns: 4 },
    );
  });
});

describe('midnight at the school', () => {
  it('ends the day: a tap of 23:59 arrives later, one of 00:00 is of the next day, and everybody is expected again', async () => {
    const day = await build();
    await send(day.instructor, day, [makeIn(day.child.id)]);
    const next = addDays(CAMP_DAY, 1);
    goTo('00:01', next);
    const out = makeOut(day.child.id, GRANDPA, { at: at('23:59'), offline: true });
    expect(await send(day.instructor, day, [out])).toEqual([null]);
    const early = makeIn(day.child.id, { at: at('00:00', next) });
    expect(await send(day.instructor, day, [early])).toEqual(['wrong_time']);
    expect(await stateOf(day)).toBe('gone');
    const params = { classId: day.campClass.id, day: next };
    const { body } = await app.as(admin).call('GET /dayList/:classId/:day', { params });
    expect(readAttendance(body.people[0]!.taps).state).toBe('expected');
  });
});

describe('one of many taps that is wrong', () => {
  it('is refused with its reason, also a code, and the others are recorded', async () => {
    const day = await build();
    const other = await build();
    const strangeChild = await buildChild(app, other.parent);
    const first = makeIn(day.child.id);
    expect(await send(day.instructor, day, [first])).toEqual([null]);
    const params = { childId: other.child.id };
    const { body } = await app
      .as(other.parent)
      .call('POST /pickupCode/:childId', { params, body: { name: 'Eva Stone' } });
    const ofOther = { how: 'code' as const, name: 'Eva Stone', code: body.code };
    const taps = [
      { ...first, kind: 'absent' as const },
      makeOut(day.child.id, ofOther),
      makeIn(strangeChild.id),
      makeIn(day.child.id, { at: at('09:00', addDays(CAMP_DAY, -1)) }),
      { ...makeIn(day.child.id), kind: 'undo' as const, undoes: randomUUID() },
      makeOut(day.child.id, GRANDPA),
    ];
    expect(await send(day.instructor, day, taps)).toEqual([
      ...['nonce_used', 'code_wrong', 'not_in_class', 'wrong_time', 'nothing_to_undo', null],
    ]);
    expect(await stateOf(day)).toBe('gone');
    expect(await countTaps(day)).toBe(2);
  });

  it('is one that names another adult under the id of a tap that is recorded', async () => {
    const day = await build();
    const out = makeOut(day.child.id, GRANDPA);
    const other = { ...out, collectedBy: { ...GRANDPA, name: day.parent.name } };
    expect(await send(day.instructor, day, [out])).toEqual([null]);
    expect(await send(day.instructor, day, [other, { ...out, offline: true }])).toEqual([
      'nonce_used',
      null,
    ]);
  });

  it('is one on a day on which the class does not meet', async () => {
    const day = await build();
    const saturday = addDays(CAMP_DAY, 5);
    goTo('10:00', saturday);
    const body = { classId: day.campClass.id, day: saturday, taps: [makeIn(day.child.id)] };
    expect((await app.as(admin).call('POST /attendance', { body })).body.problems).toEqual([
      'wrong_time',
    ]);
  });
});

describe('a child whose seat was canceled or moved while a phone was offline', () => {
  it.each(['cancel', 'move', 'bank'] as const)(
    'is on the list once its tap has arrived, until and after somebody has collected it (%s)',
    async (kind) => {
      const day = await build();
      await endSeat(day, kind);
      const list = async () => {
        const params = { classId: day.campClass.id, day: CAMP_DAY };
        return (await app.as(day.instructor).call('GET /dayList/:classId/:day', { params })).body;
      };
      expect((await list()).people).toEqual([]);
      const offline = makeIn(day.child.id, { offline: true });
      expect(await send(day.instructor, day, [offline])).toEqual([null]);
      expect((await list()).people).toMatchObject([
        { name: day.child.name, isChild: true, hasNoSeat: true },
      ]);
      // Somebody who is not on the list still needs a code, and still has none.
      const wrong = makeOut(day.child.id, { ...GRANDPA, name: 'Mallory' });
      expect(await send(day.instructor, day, [wrong])).toEqual(['not_listed']);
      const itself = makeOut(day.child.id, { how: 'self' });
      expect(await send(day.instructor, day, [itself])).toEqual(['not_listed']);
      goTo('15:31');
      const { notCollected } = (await app.as(admin).call('GET /dayList')).body;
      expect(notCollected.first).toContainEqual(
        expect.objectContaining({ _id: day.campClass.id, people: 1 }),
      );
      expect(await send(day.instructor, day, [makeOut(day.child.id, GRANDPA)])).toEqual([null]);
      expect((await readChild(day.instructor, day)).attendance.state).toBe('gone');
    },
  );

  it('is collected with a code, too; a child that was absent is not on the list anymore', async () => {
    const day = await build();
    const { classes } = app.services.database.collections;
    const [seat] = day.campClass.seats;
    const never = await buildChild(app, day.parent);
    const second = makeEnrolledSeat({ userId: day.parent._id, childId: never._id });
    await classes.updateOne({ _id: day.campClass._id }, { $set: { seats: [seat!, second] } });
    const absent = { ...makeIn(never.id), kind: 'absent' as const };
    expect(await send(day.instructor, day, [makeIn(day.child.id), absent])).toEqual([null, null]);
    await endSeat(day, 'cancel');
    const params = { childId: day.child.id };
    const { body } = await app
      .as(day.parent)
      .call('POST /pickupCode/:childId', { params, body: { name: 'Eva Stone' } });
    const { code } = body;
    const checked = await app.as(day.instructor).call('POST /pickupCode/:childId/check', {
      ...{ params, body: { classId: day.campClass.id, code } },
    });
    expect(checked.body).toEqual({ name: 'Eva Stone', problem: null });
    const out = makeOut(day.child.id, { how: 'code', name: 'Eva Stone', code });
    expect(await send(day.instructor, day, [out])).toEqual([null]);
    const list = await app.as(admin).call('GET /dayList/:classId/:day', {
      params: { classId: day.campClass.id, day: CAMP_DAY },
    });
    expect(list.body.people.map(({ personId }) => personId)).toEqual([day.child.id]);
  });
});
