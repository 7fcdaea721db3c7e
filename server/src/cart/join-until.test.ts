import { SCHOOL } from '@speakifyr/contract/school.ts';
import { setUpSchool } from '../testing/school.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { formatIsoDay } from '../school-time.ts';
import {
  buildClass,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

const app = useTestApp();
afterEach(() => app.services.database.collections.classes.deleteMany({}));

/** A day by the school's calendar; negative numbers are in the past. */
const inSchoolDays = (days: number) =>
  formatIsoDay(new Date(app.services.now().getTime() + days * DAY_MS), SCHOOL.timeZone);
const buildCamp = (start: number, end: number, fields = {}) =>
  buildClass(app, { camp_start: inSchoolDays(start), camp_end: inSchoolDays(end), ...fields });
const join = async (campClass: { id: string }) => {
  const student = await buildUser(app);
  const body = { classId: campClass.id, email: student.email };
  return app.as(student).call('POST /addClass', { body });
};

// Rules: R54.
describe('a class can be joined', () => {
  it('through its first day', async () => {
    expect((await join(await buildCamp(0, 4))).status).toBe(200);
    const started = await join(await buildCamp(-1, 4));
    expect(started).toMatchObject({ status: 409, body: { code: 'class_started' } });
  });

  it('through its last day, if the school wants that', async () => {
    setUpSchool({ booking: { joinUntil: 'end' } });
    expect((await join(await buildCamp(-4, 0))).status).toBe(200);
    const over = await join(await buildCamp(-4, -1));
    setUpSchool();
    expect(over).toMatchObject({ status: 409, body: { code: 'class_started' } });
  });
});

describe('the payment of a held seat', () => {
  it('does not begin after the class has started, but money that was paid buys the seat', async () => {
    const campClass = await buildCamp(0, 4);
    const { classes } = app.services.database.collections;
    const [tardy, payer] = [await buildUser(app), await buildUser(app)];
    const held = await holdSeatOf(app, tardy, campClass);
    const { cartId } = await holdSeatOf(app, payer, campClass);
    const paymentId = await startPaymentOf(app, payer, { cartId, price: campClass.price });
    await confirmPayment(paymentId);
    await classes.updateOne({ _id: campClass._id }, { $set: { camp_start: inSchoolDays(-1) } });

    const refused = await app.as(tardy).call('POST /createPayment-intent', {
      body: { cartId: held.cartId, price: campClass.price },
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'class_started' } });
    const { payments } = app.services.database.collections;
    expect(await payments.countDocuments({ email: tardy.email })).toBe(0);
    expect((await recordPayment(app, payer, paymentId)).status).toBe(200);
  });
});

describe('a class that is over', () => {
  it('is no longer in the public lists, but in the admin’s', async () => {
    const over = await buildCamp(-9, -1, { price: 999 });
    const lastDay = await buildCamp(-9, 0, { price: 500 });
    const next = await buildCamp(5, 9, { price: 100 });
    const admin = await buildUser(app, 'admin');
    const ids = (list: { _id: string }[]) => list.map(({ _id }) => _id);
    // A search of its own, so that no earlier answer is in the cache.
    const listed = await app.call('GET /classes', { query: { min_price: '1' } });
    expect(ids(listed.body)).toEqual([lastDay.id, next.id]);
    expect(listed.headers['x-total-count']).toBe('2');
    expect(ids((await app.call('GET /popularclass')).body)).toEqual([lastDay.id, next.id]);
    const { body } = await app.as(admin).call('GET /adminClasses');
    expect(ids(body)).toContain(over.id);
  });
});
