import { randomUUID } from 'node:crypto';
import type { HandOver, SentTap } from '@speakifyr/contract/attendance.ts';
import { readAttendance } from '@speakifyr/contract/attendance-state.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { addContacts, makeContact, makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { useSchoolClock } from '../testing/school-clock.ts';
import { killAfter } from '../testing/watch-writes.ts';
import { recordTaps } from './record-taps.ts';
import { forgetOldAttendance } from './attendance-store.ts';

/** A Monday. */
const DAY = '2032-07-05';
const NEXT_DAY = '2032-07-06';

const { app, at, goTo, sayNow } = useSchoolClock(DAY);
const admin = useUser(app, 'admin');

/** A class of two children, whose grandmother may collect them, and an adult who joined for himself. It is 9 o'clock. */
async function buildDay() {
  goTo('09:00');
  const instructor = await buildUser(app, 'instructor');
  const parent = await buildUser(app);
  const adult = await buildUser(app);
  const [mia, tom] = [await buildChild(app, parent), await buildChild(app, parent)];
  for (const { _id } of [mia, tom])
    await addContacts(app, _id, [makeContact({ mayPickUp: true, pickUpUntil: DAY })]);
  const seats = [
    makeEnrolledSeat({ userId: parent._id, childId: mia._id, entry_code: 'EXM-101' }),
    makeEnrolledSeat({ userId: parent._id, childId: tom._id, entry_code: 'EXM-102' }),
    makeEnrolledSeat({ userId: adult._id, entry_code: 'EXM-103' }),
  ];
  const campClass = await buildClass(app, {
    ...{ camp_start: DAY, camp_end: addDays(DAY, 4), dailyStart: '09:00', dailyEnd: '15:00' },
    ...{ instructorId: instructor._id, seats },
  });
  return { instructor, parent, adult, mia, tom, seats, campClass };
}
type Day = Awaited<ReturnType<typeof buildDay>>;

const GRANDMA: HandOver = { how: 'listed', name: 'Grandma Inge', checked: 'id' };

const tap = (personId: string, kind: SentTap['kind'], more: Partial<SentTap> = {}): SentTap => ({
  ...{ _id: randomUUID(), personId, kind, at: sayNow() },
  ...(kind === 'out' && { collectedBy: GRANDMA }),
  ...more,
});

const read = async (person: UserDocument, { campClass }: Day, day = DAY) =>
  app.as(person).call('GET /dayList/:classId/:day', { params: { classId: campClass.id, day } });

const send = async (person: UserDocument, { campClass }: Day, taps: SentTap[], day = DAY) =>
  (
    await app.as(person).call('POST /attendance', {
      body: { classId: campClass.id, day, taps },
    })
  ).body.problems;

async function stateOf(day: Day, personId: string): Promise<string> {
  const { body } = await read(day.instructor, day);
  const person = body.people.find((one) => one.personId === personId);
  return readAttendance(person?.taps ?? []).state;
}

// Rules: R380, R381, R382, R384, R385.
describe('the day list', () => {
  it('names who is expected, whom to call and who may collect them, and the reader is recorded once a day', async () => {
    const day = await buildDay();
    const { body } = await read(day.instructor, day);
    await read(day.instructor, day);
    expect(body).toMatchObject({ day: DAY, dailyStart: '09:00', now: sayNow() });
    expect(body.days).toHaveLength(5);
    const mia = body.people.find(({ personId }) => personId === day.mia.id);
    expect(mia).toMatchObject({ name: day.mia.name, isChild: true, taps: [] });
    const may = { mayCollect: true, isBlocked: false };
    expect(mia?.adults).toEqual([
      {
        ...{ ...may, guardianId: day.parent._id.toHexString(), name: day.parent.name },
        ...{ relation: 'guardian', phone: null },
      },
      { ...may, name: 'Grandma Inge', relation: 'grandmother', phone: '+49 30 1234567' },
    ]);
    const adult = body.people.find(({ personId }) => personId === day.adult._id.toHexString());
    expect(adult).toMatchObject({ isChild: false, age: null, adults: [] });
    expect(await readAuditLog(app, { action: 'read day list' })).toHaveLength(1);
    // Her permission ended the day before.
    const { body: next } = await read(day.instructor, day, NEXT_DAY);
    const later = next.people.find(({ personId }) => personId === day.mia.id);
    expect(later?.adults.at(-1)).toMatchObject({ name: 'Grandma Inge', mayCollect: false });
  });

  it('is only for admins and the class’s instructor, around the class, and for days on which it meets', async () => {
    const day = await buildDay();
    const other = await buildUser(app, 'instructor');
    const status = async (person: UserDocument, when?: string) =>
      (await read(person, day, when)).status;
    expect(await status(admin)).toBe(200);
    expect(await status(day.instructor)).toBe(200);
    for (const person of [other, day.parent, day.adult]) {
      expect(await status(person)).toBe(403);
      const body = { classId: day.campClass.id, day: DAY, taps: [tap(day.mia.id, 'in')] };
      expect((await app.as(person).call('POST /attendance', { body })).status).toBe(403);
      const params = { classId: day.campClass.id };
      const sheet = await app.as(person).call('GET /attendanceSheet/:classId', { params });
      expect(sheet.status).toBe(403);
    }
    expect((await read(admin, day, addDays(DAY, -1))).body).toMatchObject({ people: [] });
    goTo('09:00', addDays(DAY, 30));
    expect((await read(day.instructor, day)).body).toMatchObject({ code: 'care_sheet_closed' });
    expect(await status(admin)).toBe(200);
  });
});

describe('taps', () => {
  it('say who is here, gone or absent, and are written once however often they are sent', async () => {
    const day = await buildDay();
    const adultId = day.adult._id.toHexString();
    const taps = [tap(day.mia.id, 'in'), tap(day.tom.id, 'absent'), tap(adultId, 'in')];
    const three = await Promise.all([1, 2, 3].map(() => send(day.instructor, day, taps)));
    expect(three.flat()).toEqual(Array(9).fill(null));
    expect(await stateOf(day, day.mia.id)).toBe('here');
    expect(await stateOf(day, day.tom.id)).toBe('absent');
    const { attendance } = app.services.database.collections;
    expect(await attendance.countDocuments({ classId: day.campClass._id })).toBe(3);

    goTo('15:00');
    const out = [tap(day.mia.id, 'out'), tap(adultId, 'out', { collectedBy: { how: 'self' } })];
    expect(await send(day.instructor, day, out)).toEqual([null, null]);
    expect(await stateOf(day, day.mia.id)).toBe('gone');
    // He comes after all.
    expect(await send(day.instructor, day, [tap(day.tom.id, 'in')])).toEqual([null]);
    expect(await stateOf(day, day.tom.id)).toBe('here');
  });

  it('count at the moment of the tap, whichever phone is faster, and a mistake is undone', async () => {
    const day = await buildDay();
    goTo('15:10');
    await send(day.instructor, day, [tap(day.mia.id, 'out', { at: at('15:02') })]);
    // The other phone was offline in the morning.
    await send(admin, day, [tap(day.mia.id, 'in', { at: at('09:04'), offline: true })]);
    expect(await stateOf(day, day.mia.id)).toBe('gone');
    const mistake = tap(day.tom.id, 'in');
    await send(day.instructor, day, [mistake]);
    const undo = tap(day.tom.id, 'undo', { undoes: mistake._id });
    expect(await send(day.instructor, day, [undo])).toEqual([null]);
    expect(await stateOf(day, day.tom.id)).toBe('expected');
    const others = [
      tap(day.mia.id, 'undo', { undoes: mistake._id }),
      tap(day.tom.id, 'undo', { undoes: undo._id }),
      tap(day.tom.id, 'undo', { undoes: randomUUID() }),
    ];
    expect(await send(day.instructor, day, others)).toEqual(Array(3).fill('nothing_to_undo'));
  });

  it('that can’t be are refused one by one, and the others are kept', async () => {
    const day = await buildDay();
    const good = tap(day.mia.id, 'in');
    const stranger = await buildChild(app, await buildUser(app));
    const stranges = [
      good,
      tap(stranger.id, 'in'),
      tap(day.tom.id, 'in', { at: at('09:30') }),
      tap(day.tom.id, 'in', { at: at('09:00', addDays(DAY, -1)) }),
      { ...good, personId: day.tom.id },
      tap(day.tom.id, 'out', { collectedBy: { ...GRANDMA, name: 'Mallory' } }),
      tap(day.tom.id, 'out', { collectedBy: { how: 'self' } }),
      tap(day.tom.id, 'out', { collectedBy: { how: 'override', name: 'Aunt Eva', note: 'ID' } }),
    ];
    expect(await send(day.instructor, day, stranges)).toEqual([
      ...[null, 'not_in_class', 'wrong_time', 'wrong_time', 'nonce_used'],
      ...['not_listed', 'not_listed', 'not_listed'],
    ]);
    expect(await stateOf(day, day.mia.id)).toBe('here');
    expect(await stateOf(day, day.tom.id)).toBe('expected');
    // Grandma may not collect anymore on the next day.
    goTo('15:00', NEXT_DAY);
    expect(await send(day.instructor, day, [tap(day.tom.id, 'out')], NEXT_DAY)).toEqual([
      'not_listed',
    ]);
    // The office lets somebody else take the child, and says why.
    const override = { how: 'override' as const, name: 'Aunt Eva', note: 'The mother called.' };
    const eva = tap(day.tom.id, 'out', { collectedBy: override });
    expect(await send(admin, day, [eva], NEXT_DAY)).toEqual([null]);
    // The clocks of phones differ by minutes.
    const ahead = tap(day.mia.id, 'in', { at: at('15:04', NEXT_DAY) });
    expect(await send(admin, day, [ahead], NEXT_DAY)).toEqual([null]);
  });

  it('of a phone that did not know that a seat was canceled are facts', async () => {
    const day = await buildDay();
    const cartId = day.seats[0]!.seatId.toHexString();
    const params = { cartId };
    await app.services.database.collections.seatChanges.insertOne({
      ...{ _id: new ObjectId(cartId), kind: 'cancel', seatId: new ObjectId(cartId) },
      ...{ userId: day.parent._id, childId: day.mia._id, classId: day.campClass._id },
      state: 'done',
    } as never);
    await app.services.database.collections.classes.updateOne(
      { _id: day.campClass._id },
      { $pull: { seats: { seatId: new ObjectId(params.cartId) } } },
    );
    const offline = tap(day.mia.id, 'in', { offline: true });
    expect(await send(day.instructor, day, [offline])).toEqual([null]);
    const { body } = await app.as(admin).call('GET /attendanceSheet/:classId', {
      params: { classId: day.campClass.id },
    });
    const mia = body.people.find(({ personId }) => personId === day.mia.id);
    expect(mia).toMatchObject({ name: day.mia.name, days: [{ day: DAY, state: 'here' }] });
  });

  it('are all there, each once, if the server stops in the middle of them', async () => {
    const day = await buildDay();
    const taps = [day.mia.id, day.tom.id, day.adult._id.toHexString()].map((id) => tap(id, 'in'));
    const sent = { classId: day.campClass.id, day: DAY, taps };
    await expect(recordTaps(sent, day.instructor, killAfter(app.services, 2))).rejects.toThrow();
    expect(await send(day.instructor, day, taps)).toEqual([null, null, null]);
    const { attendance } = app.services.database.collections;
    expect(await attendance.countDocuments({ classId: day.campClass._id })).toBe(3);
  });

  it('are on the attendance sheet, and are deleted once the school keeps them no longer', async () => {
    const day = await buildDay();
    await send(day.instructor, day, [tap(day.mia.id, 'in', { at: at('08:55') })]);
    goTo('15:00');
    await send(day.instructor, day, [tap(day.mia.id, 'out')]);
    const readSheet = async () => {
      const params = { classId: day.campClass.id };
      const { body } = await app.as(admin).call('GET /attendanceSheet/:classId', { params });
      return body.people.find(({ personId }) => personId === day.mia.id)?.days;
    };
    const there = {
      ...{ state: 'gone', in: at('08:55'), out: at('15:00') },
      ...{ collectedBy: 'Grandma Inge', leftAlone: false },
    };
    expect(await readSheet()).toEqual([{ day: DAY, ...there, notAllowed: null }]);
    goTo('12:00', addDays(DAY, 1_095));
    await forgetOldAttendance(app.services);
    expect((await readSheet())?.[0]).toMatchObject({ state: 'gone' });
    goTo('12:00', addDays(DAY, 1_096));
    await forgetOldAttendance(app.services);
    expect((await readSheet())?.[0]).toMatchObject({ state: 'expected' });
  });
});

describe('the office', () => {
  const listMissing = async ({ campClass }: Day) => {
    const { notArrived, notCollected } = (await app.as(admin).call('GET /dayList')).body;
    const find = ({ first }: typeof notArrived) =>
      first.find(({ _id }) => _id === campClass.id)?.people ?? 0;
    return [find(notArrived), find(notCollected)];
  };

  it('sees half an hour after the start who has not come, and after the end who is still there', async () => {
    const day = await buildDay();
    goTo('09:31');
    // Nobody has tapped yet: the team may use paper.
    expect(await listMissing(day)).toEqual([0, 0]);
    await send(day.instructor, day, [tap(day.mia.id, 'in', { at: at('09:05') })]);
    expect(await listMissing(day)).toEqual([2, 0]);
    await send(day.instructor, day, [tap(day.tom.id, 'absent')]);
    expect(await listMissing(day)).toEqual([1, 0]);
    goTo('15:29');
    expect(await listMissing(day)).toEqual([1, 0]);
    goTo('15:30');
    expect(await listMissing(day)).toEqual([1, 1]);
    await send(day.instructor, day, [tap(day.mia.id, 'out')]);
    expect(await listMissing(day)).toEqual([1, 0]);
  });
});
