import { beforeEach, describe, expect, it } from 'vitest';
import { buildTeacher, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { buildPaidSeats } from '../testing/refunds.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
beforeEach(() => app.services.database.collections.classes.deleteMany({}));

const readCourses = (query: object = {}) => app.as(admin).call('GET /adminClasses', { query });
const namesOf = async (query: object = {}) =>
  (await readCourses(query)).body.map(({ name }) => name);
const onDays = (from: number, to: number) => ({ camp_start: inDays(from), camp_end: inDays(to) });

// Rules: R260.
describe('the admins’ courses', () => {
  it('come in pages, next first, with the number of all', async () => {
    for (const day of [9, 3, 6]) await buildClass(app, { name: `In ${day}`, ...onDays(day, day) });
    const { body, headers } = await readCourses({ page: 2, size: 2 });
    expect(body.map(({ name }) => name)).toEqual(['In 9']);
    expect(headers['x-total-count']).toBe('3');
    expect(await namesOf()).toEqual(['In 3', 'In 6', 'In 9']);
  });

  it('are found by name, tag and instructor, and by their id', async () => {
    const { id } = await buildClass(app, { name: 'Kites', course_tag: 'WND' });
    const rosa = await buildTeacher(app, 'Rosa');
    await buildClass(app, { name: 'Chess', instructorId: rosa._id });
    expect(await namesOf({ search: 'kite' })).toEqual(['Kites']);
    expect(await namesOf({ search: 'wnd' })).toEqual(['Kites']);
    expect(await namesOf({ search: 'rosa' })).toEqual(['Chess']);
    expect(await namesOf({ search: '.*' })).toEqual([]);
    expect(await namesOf({ id })).toEqual(['Kites']);
  });

  it('of the coming season are those that are not over; of a year, those that start in it', async () => {
    await buildClass(app, { name: 'Over', ...onDays(-9, -5) });
    await buildClass(app, { name: 'Now', ...onDays(-1, 3) });
    await buildClass(app, { name: 'Long ago', camp_start: '2019-06-03', camp_end: '2019-06-07' });
    await buildClass(app, { name: 'Draft', status: 'draft', ...onDays(20, 24) });
    await buildClass(app, { name: 'Archived', status: 'archived', ...onDays(20, 24) });
    expect(await namesOf({ season: 'coming' })).toEqual(['Now', 'Draft']);
    expect(await namesOf({ season: 'coming', status: 'draft' })).toEqual(['Draft']);
    expect(await namesOf({ season: '2019' })).toEqual(['Long ago']);
    const query = { status: 'open' as const, season: 'coming' as const };
    const { body } = await app.as(admin).call('GET /classList', { query });
    expect(body.map(({ name }) => name)).toEqual(['Now']);
    expect((await readCourses({ season: 'next' })).status).toBe(400);
  });

  it('that meet on some days in a room are all that share a day with them', async () => {
    await buildClass(app, { name: 'Before', assign_room: 3, ...onDays(1, 4) });
    await buildClass(app, { name: 'Into it', assign_room: 3, ...onDays(1, 5) });
    await buildClass(app, { name: 'Elsewhere', assign_room: 4, ...onDays(5, 9) });
    await buildClass(app, { name: 'After', assign_room: 3, ...onDays(10, 12) });
    const days = { from: inDays(5), to: inDays(9) };
    expect(await namesOf({ ...days, room: 3 })).toEqual(['Into it']);
    expect(await namesOf(days)).toEqual(['Into it', 'Elsewhere']);
  });
});

describe('the admins’ instructors', () => {
  it('come in pages, and are found by name, email and course', async () => {
    const [rosa, olga] = [await buildUser(app, 'instructor'), await buildUser(app, 'instructor')];
    await buildClass(app, { name: 'Kites', instructorId: rosa._id });
    const find = async (query: object) => {
      const { body, headers } = await app.as(admin).call('GET /getInstructors', { query });
      return [body.map(({ email }) => email), headers['x-total-count']];
    };
    expect(await find({ search: 'kites' })).toEqual([[rosa.email], '1']);
    expect(await find({ search: olga.email.toUpperCase() })).toEqual([[olga.email], '1']);
    expect(await find({ search: 'example.test', page: 2, size: 1 })).toEqual([[olga.email], '2']);
  });
});

describe('the refunds to look at', () => {
  it('come in pages, oldest first, and are found by the payer', async () => {
    const { collections } = app.services.database;
    for (const day of [1, 2, 3]) {
      const { paymentId } = await buildPaidSeats(app, [1_000]);
      await collections.refunds.insertOne({
        ...{ _id: `re_${day}`, paymentId, seatId: null, amount: 500, currency: 'usd', attempt: 0 },
        ...{ reason: 'by admin', state: 'failed', needsAdmin: true, createdAt: new Date(day) },
      });
    }
    const read = async (query: object) => {
      const { body, headers } = await app.as(admin).call('GET /openRefunds', { query });
      return [body.map(({ _id }) => _id), headers['x-total-count']];
    };
    expect(await read({ page: 2, size: 2 })).toEqual([['re_3'], '3']);
    expect(await read({})).toEqual([['re_1', 're_2', 're_3'], '3']);
    const second = await collections.refunds.findOne({ _id: 're_2' });
    const payment = await collections.payments.findOne({ _id: second?.paymentId ?? '' });
    expect(await read({ search: payment?.email.toUpperCase() })).toEqual([['re_2'], '1']);
  });
});
