import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { addDays, readToday } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { findKinds, findMail, readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const inDays = (days: number) => addDays(readToday(app.services), days);

async function buildFamily() {
  const parent = await buildUser(app);
  const child = await buildChild(app, parent);
  return { parent, child, id: parent._id.toHexString() };
}

type Wish = {
  classId: string;
  childId: string | null;
  cartId?: string;
  until?: string;
  price?: number;
};

function reserve(id: string, { price, ...wish }: Wish) {
  return app.as(admin).call('POST /families/:id/seats', {
    params: { id },
    body: { until: inDays(5), ...wish, ...(price !== undefined && { price, note: 'Agreed.' }) },
  });
}

async function reserveOrFail(id: string, wish: Wish): Promise<string> {
  const answer = await reserve(id, wish);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.cartId;
}

const readClass = (id: string) =>
  app.services.database.collections.classes.findOne({ course_tag: id });

// Rules: R317.
describe('the office reserves a seat', () => {
  it('until the end of a day; the parent sees it in the cart, hears of it and pays by card', async () => {
    const { parent, child, id } = await buildFamily();
    const campClass = await buildClass(app, { name: 'Kites', price: 80 });
    const cartId = await reserveOrFail(id, { classId: campClass.id, childId: child.id });

    const end = expect.stringContaining(inDays(5)) as unknown;
    expect((await app.as(parent).call('GET /myclass', { query: parent })).body).toMatchObject([
      { _id: cartId, price: 80, childId: child.id, heldUntil: end },
    ]);
    expect(await findMail(app, parent, 'seat reserved')).toMatchObject({ isEssential: true });
    expect(await readMailTo(app, parent, 'seat reserved')).toMatchObject({
      props: { child: child.name, price: 80 },
    });
    expect(await readAuditLog(app, { action: 'reserve seat', target: parent.email })).toMatchObject(
      [{ who: admin.email, after: { course: 'Kites', price: 80, until: inDays(5) } }],
    );

    const paymentId = await startPaymentOf(app, parent, { cartId, price: 80 });
    await confirmPayment(paymentId);
    expect((await recordPayment(app, parent, paymentId)).body).toMatchObject({ status: true });
  });

  it('which stays reserved although holds last 30 minutes, and is free again after that day', async () => {
    const { parent, child, id } = await buildFamily();
    const campClass = await buildClass(app, { sit: 1, price: 80 });
    await reserveOrFail(id, { classId: campClass.id, childId: child.id, until: inDays(1) });
    app.passMinutes(24 * 60);
    await runJobs(app.services);
    expect(await readClass(campClass.course_tag)).toMatchObject({ sit: 0, seats: [{}] });
    app.passMinutes(24 * 60);
    await runJobs(app.services);
    expect(await readClass(campClass.course_tag)).toMatchObject({ sit: 1, seats: [] });
    expect((await app.as(parent).call('GET /myclass', { query: parent })).body).toEqual([]);
  });

  it('at a price that stays, whatever the class costs later', async () => {
    const { parent, child, id } = await buildFamily();
    const campClass = await buildClass(app, { price: 80 });
    const cartId = await reserveOrFail(id, {
      ...{ classId: campClass.id, childId: child.id, price: 60 },
    });
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { price: 90 } },
    );
    const pay = (price: number) =>
      app.as(parent).call('POST /createPayment-intent', { body: { cartId, price } });
    expect(await pay(90)).toMatchObject({ status: 409, body: { code: 'price_changed' } });
    expect(await pay(60)).toMatchObject({ status: 200 });
  });

  it('for nothing, and it is enrolled at once', async () => {
    const { parent, child, id } = await buildFamily();
    const campClass = await buildClass(app, { price: 80 });
    const answer = await reserve(id, { classId: campClass.id, childId: child.id, price: 0 });
    expect(answer.body).toMatchObject({ enrolled: true });
    expect(await readClass(campClass.course_tag)).toMatchObject({
      seats: [{ state: 'enrolled', price: 0 }],
    });
    expect(await findKinds(app, parent)).toEqual(['paid']);
  });

  it('of a free class also beyond what an account may take itself', async () => {
    const { parent, child, id } = await buildFamily();
    const seats = Array.from({ length: FIRST_SCHOOL.booking.maxHeldOfClass }, () =>
      makeEnrolledSeat({ userId: parent._id, childId: new ObjectId() }),
    );
    const campClass = await buildClass(app, { price: 0, sit: 1, seats });
    const joined = await app.as(parent).call('POST /addClass', {
      body: { classId: campClass.id, email: parent.email, childId: child.id },
    });
    expect(joined.body.code).toBe('too_many_holds');
    const answer = await reserve(id, { classId: campClass.id, childId: child.id });
    expect(answer.body).toMatchObject({ enrolled: true });
  });

  it('until another day and at another price, as often as the family calls; it reads so', async () => {
    const { parent, child, id } = await buildFamily();
    const campClass = await buildClass(app, { price: 80, sit: 3 });
    const about = { classId: campClass.id, childId: child.id };
    const cartId = await reserveOrFail(id, { ...about, until: inDays(2) });
    const paymentId = await startPaymentOf(app, parent, { cartId, price: 80 });
    expect(await findKinds(app, parent)).toEqual(['seat reserved']);

    // Another day alone: the price of before stays, whatever the class costs now.
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: campClass._id }, { $set: { price: 99 } });
    const again = { ...about, cartId };
    expect((await reserve(id, about)).body.code).toBe('already_joined');
    expect(await reserveOrFail(id, { ...again, until: inDays(6) })).toBe(cartId);
    const query = { classId: campClass.id, childId: child.id };
    const quote = () =>
      app.as(admin).call('GET /families/:id/seatPrice', { params: { id }, query });
    expect((await quote()).body).toMatchObject({ price: 80 });
    // Their card would pay the old price.
    expect(await confirmPayment(paymentId)).not.toBe('succeeded');
    expect(await reserve(id, { ...again, until: inDays(6), price: 50 })).toMatchObject({
      status: 200,
    });
    expect((await quote()).body).toMatchObject({ price: 50 });
    const held = await app.as(parent).call('GET /myclass', { query: parent });
    expect(held.body).toMatchObject([{ _id: cartId, price: 50 }]);
    expect(held.body[0]?.heldUntil).toContain(inDays(6));
    expect(await readClass(campClass.course_tag)).toMatchObject({ sit: 2, seats: [{}] });
    expect(await findKinds(app, parent)).toEqual(Array(3).fill('seat reserved'));
    expect(await readAuditLog(app, { action: 'reserve seat', target: parent.email })).toMatchObject(
      [
        { before: null },
        { before: { price: 80, until: inDays(2) }, after: { price: 80, until: inDays(6) } },
        { before: { price: 80, until: inDays(6) }, after: { price: 50, until: inDays(6) } },
      ],
    );
    // Its reminder comes before the new end, too.
    // At noon by the school's clock, whatever time it is now.
    app.passMinutes((5 * 24 + 18) * 60);
    expect(await findKinds(app, parent)).toContain('seat held');
    await reserveOrFail(id, { ...again, until: inDays(3) });
    app.passMinutes(3 * 24 * 60);
    const kinds = await findKinds(app, parent);
    expect(kinds.filter((kind) => kind === 'seat held')).toHaveLength(2);
    app.passMinutes(2 * 24 * 60);
    expect((await reserve(id, { ...again, until: inDays(4) })).body.code).toBe('seat_not_held');
  });

  it('and reminds the family about noon of the day before', async () => {
    const { parent, child, id } = await buildFamily();
    const campClass = await buildClass(app, { price: 80 });
    await reserveOrFail(id, { classId: campClass.id, childId: child.id, until: inDays(5) });
    // At whatever time of the day this runs.
    app.passMinutes(3 * 24 * 60);
    expect(await findKinds(app, parent)).not.toContain('seat held');
    app.passMinutes(2 * 24 * 60);
    expect(await findKinds(app, parent)).toContain('seat held');
  });

  it('never a second one for the same child, never one that is not free, and only for its own age', async () => {
    const { child, id } = await buildFamily();
    const other = await buildFamily();
    const campClass = await buildClass(app, { sit: 1, price: 80 });
    const wish = { classId: campClass.id, childId: child.id };
    const answers = await Promise.all([
      reserve(id, wish),
      reserve(other.id, { ...wish, childId: other.child.id }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [first] = answers;
    const taken = first.status === 200 ? { id, wish } : undefined;
    if (taken) expect(await reserve(id, wish)).toMatchObject({ body: { code: 'already_joined' } });
    const forTeens = await buildClass(app, { price: 80, ageFrom: 16, ageTo: 17 });
    expect(await reserve(id, { ...wish, classId: forTeens.id })).toMatchObject({
      body: { code: 'wrong_age' },
    });
    expect(await reserve(id, { ...wish, childId: other.child.id })).toMatchObject({ status: 404 });
  });

  it('only for a day on which the class can be joined, and only for a reason at another price', async () => {
    const { child, id } = await buildFamily();
    const campClass = await buildClass(app, { price: 80 });
    const wish = { classId: campClass.id, childId: child.id };
    for (const until of [inDays(-1), addDays(campClass.camp_end, 1)])
      expect(await reserve(id, { ...wish, until })).toMatchObject({
        ...{ status: 400, body: { fields: { 'body.until': expect.any(String) as unknown } } },
      });
    const answer = await app.as(admin).call('POST /families/:id/seats', {
      ...{ params: { id }, body: { ...wish, until: inDays(5), price: 1 } },
    });
    expect(answer).toMatchObject({
      ...{ status: 400, body: { fields: { 'body.note': 'Say why the price is another one.' } } },
    });
    const gone = await buildUser(app);
    await app.services.database.collections.users.updateOne(
      { _id: gone._id },
      { $set: { status: 'removed' } },
    );
    expect(await reserve(gone._id.toHexString(), { ...wish, childId: null })).toMatchObject({
      status: 404,
    });
  });
});
