import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays, findHour, readToday } from '../school-time.ts';
import { buildClass, buildEnrolledSeat, buildUser } from '../testing/factories.ts';
import { listMailsTo } from '../testing/mails.ts';
import { startSecondServer, useTestApp } from '../testing/test-app.ts';
import { readProps } from './write-mail.ts';
import { addDueMails } from './add-due-mails.ts';

const ZONE = 'America/New_York';

const app = useTestApp(undefined, {}, { timeZone: ZONE });

/** Moves the clock to a moment, which must not be over. */
function moveTo(moment: Date, server = app): void {
  const minutes = (moment.getTime() - server.services.now().getTime()) / 60_000;
  if (minutes < 0) throw new Error('The clock only moves forward');
  server.passMinutes(minutes);
}

const minutesAfter = (moment: Date, minutes: number) =>
  new Date(moment.getTime() + minutes * 60_000);

/** The time of a reminder. @param start yyyy-mm-dd */
const findMoment = (start: string, days: number) => findHour(addDays(start, -days), 9, ZONE);

/** The day some days from the server's today. */
const inDays = (days: number) => addDays(readToday(app.services), days);

function enroll({ _id: userId }: UserDocument, enrolledAt = app.services.now()): EnrolledSeat {
  return {
    seatId: new ObjectId(),
    userId,
    joinedAt: enrolledAt,
    state: 'enrolled',
    entry_code: 'KTS-101',
    paymentId: `pi_${new ObjectId().toHexString()}`,
    price: 10,
    enrolledAt,
  };
}

async function buildClassOf(user: UserDocument, camp_start: string, seat = enroll(user)) {
  return buildClass(app, { camp_start, camp_end: addDays(camp_start, 4), seats: [seat] });
}

/** @returns the days before the class of each reminder that is due by now, and whether it is still true */
async function listReminders(person: { email: string }, server = app) {
  const lines = await listMailsTo(server, person);
  return Promise.all(
    lines.flatMap(({ cause, ...line }) =>
      cause.kind === 'reminder'
        ? [
            readProps({ ...line, cause }, server.services).then((read) => ({
              days: cause.days,
              isTrue: read !== undefined,
            })),
          ]
        : [],
    ),
  );
}

const WEEK = { days: 7, isTrue: true };
const DAY = { days: 1, isTrue: true };

// Rules: R96.
it('nine o’clock is the school’s, also when clocks change', () => {
  const iso = (day: string, zone: string) => findHour(day, 9, zone).toISOString();
  expect(iso('2027-03-13', ZONE)).toBe('2027-03-13T14:00:00.000Z');
  // Clocks change in the night before.
  expect(iso('2027-03-14', ZONE)).toBe('2027-03-14T13:00:00.000Z');
  expect(iso('2027-11-07', ZONE)).toBe('2027-11-07T14:00:00.000Z');
  expect(iso('2027-10-03', 'Australia/Lord_Howe')).toBe('2027-10-02T22:00:00.000Z');
  expect(iso('2027-07-05', 'Asia/Dhaka')).toBe('2027-07-05T03:00:00.000Z');
});

describe('a reminder', () => {
  it.each([
    ['is an hour earlier than the days before, in UTC, after clocks moved forward', 3],
    ['is an hour later than the days before, in UTC, after clocks moved back', 11],
  ])('comes at nine, 7 days and 1 day before the class, once: %s', async (_title, month) => {
    const start = findWeekStartAfterChange(app.services.now(), month);
    const { student } = await buildEnrolledSeat(
      app,
      await buildClass(app, { camp_start: start, camp_end: addDays(start, 4) }),
    );
    const [week, day] = [findMoment(start, 7), findMoment(start, 1)];
    expect(Math.abs(day.getTime() - week.getTime() - 6 * 24 * 60 * 60_000)).toBe(60 * 60_000);

    moveTo(minutesAfter(week, -2));
    expect(await listReminders(student)).toEqual([]);
    moveTo(week);
    expect(await listReminders(student)).toEqual([WEEK]);
    moveTo(minutesAfter(day, -2));
    expect(await listReminders(student)).toEqual([WEEK]);
    moveTo(day);
    expect(await listReminders(student)).toEqual([DAY, WEEK]);
    app.passMinutes(60);
    expect(await listReminders(student)).toEqual([DAY, WEEK]);
  });

  it('comes once, even if two servers look at the same time', async () => {
    const student = await buildUser(app);
    const start = inDays(20);
    await buildClassOf(student, start);
    const other = await startSecondServer(app);
    moveTo(findMoment(start, 7));
    moveTo(findMoment(start, 7), other);
    await Promise.all([addDueMails(app.services), addDueMails(other.services)]);
    expect(await listReminders(student, other)).toEqual([WEEK]);
    await other.close();
  });

  it('comes from a server whose clock was set back', async () => {
    const student = await buildUser(app);
    const start = inDays(20);
    await buildClassOf(student, start);
    const other = await startSecondServer(app);
    moveTo(minutesAfter(findMoment(start, 7), 365 * 24 * 60), other);
    await addDueMails(other.services);
    other.passMinutes(-365 * 24 * 60);
    expect(await listReminders(student, other)).toEqual([WEEK]);
    await other.close();
  });

  it('may be two days late after an outage, but not later', async () => {
    const [late, tooLate] = [await buildUser(app), await buildUser(app)];
    const start = inDays(20);
    await buildClassOf(late, addDays(start, 1));
    await buildClassOf(tooLate, start);
    moveTo(minutesAfter(findMoment(start, 5), 2));
    expect(await listReminders(late)).toEqual([WEEK]);
    expect(await listReminders(tooLate)).toEqual([]);
    const [line] = await listMailsTo(app, late);
    expect(line?.notAfter).toEqual(findMoment(addDays(start, 1), 5));
  });

  it('of the day before ends with that day', async () => {
    const student = await buildUser(app);
    const start = inDays(20);
    await buildClassOf(student, start);
    moveTo(minutesAfter(findMoment(start, 1), 60));
    const [line] = await listMailsTo(app, student);
    expect(line?.notAfter).toEqual(findHour(start, 0, ZONE));
    expect(line?.isEssential).toBe(false);
  });

  it('does not come to somebody who enrolled after its time', async () => {
    const student = await buildUser(app);
    const start = inDays(20);
    moveTo(minutesAfter(findMoment(start, 7), 30));
    await buildClassOf(student, start);
    app.passMinutes(2);
    expect(await listReminders(student)).toEqual([]);
  });

  it('comes only to people with a confirmed address who want reminders and are not removed', async () => {
    const { users } = app.services.database.collections;
    const start = inDays(20);
    const without = { mail: { reminders: false, news: true } };
    for (const changes of [without, { isVerified: false }, { status: 'removed' as const }]) {
      const student = await buildUser(app);
      await users.updateOne({ _id: student._id }, { $set: changes });
      await buildClassOf(student, start);
    }
    const student = await buildUser(app);
    await buildClassOf(student, start);
    moveTo(findMoment(start, 7));
    await addDueMails(app.services);
    const lines = await app.services.database.collections.outbox
      .find({ 'cause.campStart': start })
      .toArray();
    expect(lines.map(({ to }) => to.address)).toEqual([student.email]);
  });

  describe('that is in the outbox', () => {
    /** @returns a student whose class starts in a week, with the reminder in the outbox */
    async function buildReminded() {
      const student = await buildUser(app);
      const start = inDays(20);
      const campClass = await buildClassOf(student, start);
      moveTo(findMoment(start, 7));
      expect(await listReminders(student)).toEqual([WEEK]);
      return { student, campClass, start };
    }
    const setClass = ({ _id }: ClassDocument, changes: Partial<ClassDocument>) =>
      app.services.database.collections.classes.updateOne({ _id }, { $set: changes });

    it('is no longer true if the class moves, and another one follows', async () => {
      const { student, campClass, start } = await buildReminded();
      const moved = addDays(start, 7);
      await setClass(campClass, { camp_start: moved, camp_end: addDays(moved, 4) });
      expect(await listReminders(student)).toEqual([{ days: 7, isTrue: false }]);
      moveTo(findMoment(moved, 7));
      expect(await listReminders(student)).toEqual([{ days: 7, isTrue: false }, WEEK]);
    });

    it('is no longer true if the class is canceled', async () => {
      const { student, campClass } = await buildReminded();
      await setClass(campClass, { status: 'archived' });
      expect(await listReminders(student)).toEqual([{ days: 7, isTrue: false }]);
    });

    it('is no longer true if the seat is gone', async () => {
      const { student, campClass } = await buildReminded();
      await setClass(campClass, { seats: [] });
      expect(await listReminders(student)).toEqual([{ days: 7, isTrue: false }]);
    });

    it('is not sent if the student turns reminders off before', async () => {
      const { student } = await buildReminded();
      await app.as(student).call('PATCH /myMail', { body: { reminders: false } });
      expect(await listReminders(student)).toEqual([{ days: 7, isTrue: false }]);
    });
  });
});

/** The Monday after the next change of New York's clocks: on the second Sunday of March, or the first of November. */
function findWeekStartAfterChange(from: Date, month: number): string {
  const first = month === 3 ? '03-08' : '11-01';
  const year = from.getUTCFullYear() + (from.toISOString().slice(5, 10) > first ? 1 : 0);
  const earliest = `${year}-${first}`;
  const toSunday = (7 - new Date(earliest).getUTCDay()) % 7;
  return addDays(earliest, toSunday + 1);
}
