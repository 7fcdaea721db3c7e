import { listClassDays, sayNoCamp } from '@speakifyr/contract/class-days.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildClass, buildEnrolledSeat, useUser } from '../testing/factories.ts';
import { setUpSchool } from '../testing/school.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { addDays } from '../school-time.ts';
import { changeSchool, getSchool, readSchool } from './school.service.ts';

const app = useTestApp();
const director = useUser(app, 'admin');
afterAll(() => setUpSchool());

const save = async (change: object) => {
  const body = { ...(await getSchool(app.services)), ...change };
  return app.as(director).call('PUT /school', { body });
};

/** The first Monday from so many days on. */
const nextMonday = (days: number) =>
  addDays(inDays(days), (8 - new Date(inDays(days)).getUTCDay()) % 7);

it('days off change only while no class with people in it would lose or gain a day', async () => {
  const monday = nextMonday(30);
  const fields = { camp_start: monday, camp_end: addDays(monday, 4) };
  const campClass = await buildClass(app, { ...fields, name: 'Kites' });
  expect((await save({ daysOff: [0, 2, 6] })).status).toBe(200);
  expect((await save({ daysOff: [0, 6] })).status).toBe(200);
  await buildEnrolledSeat(app, campClass);
  const refused = await save({ daysOff: [0, 2, 6] });
  expect(refused).toMatchObject({ status: 409, body: { code: 'days_off_in_use' } });
  expect(refused.body.message).toContain('Kites');
  // Nothing changes for it.
  expect((await save({ daysOff: [0] })).status).toBe(200);
  await save({ daysOff: [0, 6] });
});

// Rules: R626.
it('a single day off takes a day out of each class that spans it, but for classes with people in them', async () => {
  const monday = nextMonday(60);
  const [tuesday, friday] = [addDays(monday, 1), addDays(monday, 4)];
  const day = (from: string, to = from, name = '') => ({ holidays: [{ from, to, name }] });
  const days = { camp_start: monday, camp_end: friday };
  const campClass = await buildClass(app, { ...days, name: 'Boats' });
  expect((await save(day(tuesday, addDays(monday, 2), 'Founders’ Day'))).status).toBe(200);
  expect(listClassDays(days)).toEqual([monday, addDays(monday, 3), friday]);
  expect(sayNoCamp(days)).toMatch(/^Tue .* – Wed .* \(Founders’ Day\)$/);
  // A class that begins on it meets from the next day on. One that would have no day left meets all the same.
  expect(listClassDays({ camp_start: tuesday, camp_end: friday })[0]).toBe(addDays(monday, 3));
  expect(listClassDays({ camp_start: tuesday, camp_end: tuesday })).toEqual([tuesday]);
  expect(sayNoCamp({ camp_start: tuesday, camp_end: tuesday })).toBeUndefined();

  await buildEnrolledSeat(app, campClass);
  await buildEnrolledSeat(app, campClass);
  const before = SCHOOL.holidays;
  for (const change of [day(friday), { holidays: [] }]) {
    const refused = await save(change);
    expect(refused).toMatchObject({ status: 409, body: { code: 'days_off_in_use' } });
    expect(refused.body.message).toMatch(/^A class with 2 people in it .*: Boats\./);
  }
  expect(SCHOOL.holidays).toEqual(before);
  // Another name takes no day.
  const named = await save({ holidays: before.map((one) => ({ ...one, name: 'Lake Day' })) });
  expect(named.status).toBe(200);
  expect(sayNoCamp(days)).toContain('(Lake Day)');
  for (const wrong of [day(friday, monday), day('2031-02-30'), day(monday, addDays(monday, 61))])
    expect((await save(wrong)).status).toBe(400);
});

// Rules: R626.
describe('days off before today', () => {
  const [from, to] = [inDays(-3), inDays(-2)];
  const founders = { from, to, name: 'Founders’ Day' };
  const write = async (terms: object) => {
    const set = Object.fromEntries(
      Object.entries(terms).map(([name, it]) => [`terms.${name}`, it]),
    );
    const { settings } = app.services.database.collections;
    await settings.updateOne({ _id: 'school' }, { $set: set } as object);
    await readSchool(app.services);
  };
  beforeEach(async () => {
    await save({ holidays: [] });
    await write({ holidays: [founders], formerDaysOff: {}, daysOff: [0, 6] });
  });
  afterAll(() => write({ holidays: [], formerDaysOff: {}, daysOff: [0, 6] }));

  it.each([
    ['removed', { holidays: [] }],
    ['made shorter', { holidays: [{ ...founders, to: from }] }],
    ['made longer', { holidays: [{ ...founders, from: inDays(-5) }] }],
    ['added', { holidays: [founders, { from: inDays(-9), to: inDays(-9), name: '' }] }],
  ])('can’t be %s, and the refusal says which day', async (_what, change) => {
    const refused = await save(change);
    expect(refused).toMatchObject({ status: 409, body: { code: 'days_off_in_use' } });
    expect(refused.body.message).toMatch(/^Days before today stay as they were.* anymore\.$/);
    expect(SCHOOL.holidays).toEqual([founders]);
  });

  it('may get another name, and go on from today', async () => {
    const named = { ...founders, name: 'Lake Day', to: inDays(40) };
    // The days between have no class with people in it.
    await write({ holidays: [{ ...founders, to: inDays(-1) }] });
    expect((await save({ holidays: [named] })).status).toBe(200);
    expect(SCHOOL.holidays).toEqual([named]);
  });

  it('a class that has begun keeps the weekdays off of its first day, whatever is sent', async () => {
    const monday = nextMonday(-40);
    const over = { camp_start: monday, camp_end: addDays(monday, 11) };
    const coming = { camp_start: addDays(monday, 70), camp_end: addDays(monday, 81) };
    const before = listClassDays(over);
    expect(before).toHaveLength(10);
    expect((await save({ daysOff: [0], formerDaysOff: {} })).status).toBe(200);
    expect((await save({ daysOff: [6], formerDaysOff: {} })).status).toBe(200);
    expect(SCHOOL.formerDaysOff).toEqual({ [inDays(0)]: [0, 6] });
    expect(listClassDays(over)).toEqual(before);
    expect(listClassDays(coming)).toHaveLength(11);
  });
});

describe('days off that change while somebody books', () => {
  const monday = nextMonday(90);
  const week = { camp_start: monday, camp_end: addDays(monday, 4) };
  const holidays = [{ from: addDays(monday, 1), to: addDays(monday, 1), name: '' }];
  /** A server that books a seat, or does something else, just before it writes the school. */
  const saveWhile = async (act: () => Promise<unknown>, limit = Infinity) => {
    const { database } = app.services;
    let writes = 0;
    const collections = watchWrites(database.collections, async (name) => {
      if (name !== 'settings') return;
      writes += 1;
      if (writes === 1) await act();
      if (writes > limit) throw new Error('killed');
    });
    const services = { ...app.services, database: { ...database, collections } };
    return changeSchool({ ...(await getSchool(services)), holidays }, director, services);
  };
  afterEach(() => save({ holidays: [] }));

  it('are put back, and the director reads why', async () => {
    const campClass = await buildClass(app, { ...week, name: 'Rafts' });
    const before = await getSchool(app.services);
    const saving = saveWhile(() => buildEnrolledSeat(app, campClass));
    await expect(saving).rejects.toMatchObject({
      code: 'days_off_in_use',
      message: expect.stringContaining('Rafts') as string,
    });
    expect(await getSchool(app.services)).toEqual({ ...before, version: before.version + 2 });
    expect(SCHOOL.holidays).toEqual([]);
    expect(listClassDays(week)).toHaveLength(5);
    const { body: log } = await app.as(director).call('GET /auditLog', { query: {} });
    expect(log[0]).toMatchObject({
      action: 'change school',
      who: 'system',
      after: { holidays: [] },
    });
    await app.services.database.collections.classes.deleteOne({ _id: campClass._id });
  });

  it('are put back by the next server, if this one is killed before it has looked again', async () => {
    const campClass = await buildClass(app, { ...week, name: 'Rafts' });
    const saving = saveWhile(() => buildEnrolledSeat(app, campClass), 1);
    await expect(saving).rejects.toThrow('killed');
    expect((await getSchool(app.services)).holidays).toEqual(holidays);
    await readSchool(app.services);
    expect(SCHOOL.holidays).toEqual([]);
    await app.services.database.collections.classes.deleteOne({ _id: campClass._id });
  });

  it('of two directors at once, one reads that it has changed', async () => {
    const other = [{ from: addDays(monday, 2), to: addDays(monday, 2), name: '' }];
    const seen = await getSchool(app.services);
    const results = await Promise.allSettled(
      [holidays, other].map((days) =>
        changeSchool({ ...seen, holidays: days }, director, app.services),
      ),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'school_changed' } }]);
  });
});
