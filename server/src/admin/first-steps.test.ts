import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DRAWING } from '@speakifyr/contract/drawn-page.ts';
import { FIRST_STEPS } from '@speakifyr/contract/statistics.ts';
import { afterAll, describe, expect, it } from 'vitest';
import {
  buildClass,
  buildEnrolledSeat,
  buildPaidSeat,
  buildUser,
  holdSeatOf,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { PINE_HILL } from '../testing/pine-hill.ts';
import { setUpSchool } from '../testing/school.ts';
import { type TestApp, useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { writeWebApp } from '../testing/web-app.ts';

/** The web app of the build, with the texts that a new school starts with. */
const folder = mkdtempSync(join(tmpdir(), 'first-steps-'));
writeWebApp(folder, {});
const FIRST_TEXTS = { about: '# The lake\n', terms: '# Terms\n', refundCases: '' };
writeFileSync(join(folder, DRAWING.folder, DRAWING.texts), JSON.stringify(FIRST_TEXTS));
afterAll(() => {
  setUpSchool();
  rmSync(folder, { recursive: true });
});

const read = async (app: TestApp, admin: { email: string }) => {
  const query = { email: admin.email };
  const { status, body } = await app.as(admin).call('GET /adminStats', { query });
  expect(status).toBe(200);
  return body.firstSteps;
};

// Rules: R607, R608.
describe('the first steps of a new school', () => {
  const app = useTestApp(undefined, { CLIENT_DIR: folder });
  const director = useUser(app, 'admin');
  const steps = () => read(app, director);
  const save = async (change: object) => {
    const { body } = await app.as(director).call('GET /school');
    const answer = await app.as(director).call('PUT /school', { body: { ...body, ...change } });
    expect(answer.status).toBe(200);
  };

  it('are all left in an empty one, but for the card payments, which a stand-in takes', async () => {
    const found = await steps();
    expect(Object.keys(found ?? {})).toEqual(FIRST_STEPS.filter((step) => step !== 'cards'));
    expect(found).toMatchObject({
      days: ['lunch'],
      refunds: ['policy'],
      instructor: ['instructor'],
      course: ['course'],
      booking: ['booking'],
      open: ['course'],
    });
  });

  it('About names what is still the demo’s, until nothing is', async () => {
    expect((await steps())?.about).toContain('legal name of the seller');
    await save({ ...PINE_HILL, phone: (await app.as(director).call('GET /school')).body.phone });
    expect((await steps())?.about).toEqual(['phone']);
    await save({ phone: '' });
    expect((await steps())?.about).toEqual([]);
  });

  it('Texts names those that are as the software came; an empty text is nobody’s', async () => {
    expect((await steps())?.texts).toEqual(['about', 'terms']);
    const { texts } = (await app.as(director).call('GET /school')).body;
    await save({ texts: { ...texts, about: '# Pine Hill' } });
    expect((await steps())?.texts).toEqual(['terms']);
    await save({ texts: { ...texts, about: '# Pine Hill', terms: '# Ours' } });
    expect((await steps())?.texts).toEqual([]);
  });

  it('Days is done once families no longer read the demo’s lunch', async () => {
    await save({ lunch: { endsAfter: '13:00', included: 'Soup.', without: '' } });
    expect((await steps())?.days).toEqual([]);
  });

  it('the refund policy is done once a director has saved it, changed or not', async () => {
    const { version, steps: periods } = (await app.call('GET /refundPolicy')).body;
    const body = { version, steps: periods };
    expect((await app.as(director).call('PUT /refundPolicy', { body })).status).toBe(200);
    expect((await steps())?.refunds).toEqual([]);
  });

  it('an instructor counts while there is one', async () => {
    const instructor = await buildUser(app, 'instructor');
    expect((await steps())?.instructor).toEqual([]);
    const params = { id: instructor._id.toHexString() };
    const removed = await app.as(director).call('DELETE /removeInstructor/:id', { params });
    expect(removed.status).toBe(200);
    expect((await steps())?.instructor).toEqual(['instructor']);
  });

  it('a class counts once it is published, and no longer when it is gone', async () => {
    const draft = await buildClass(app, { status: 'draft', instructorId: null });
    expect(await steps()).toMatchObject({ course: ['draft'], open: ['course'] });
    const params = { id: draft.id };
    await app.as(director).call('POST /publishCourse/:id', { params, body: {} });
    expect(await steps()).toMatchObject({ course: [], open: [] });
    const removed = await app.as(director).call('DELETE /removeCourse/:id', { params });
    expect(removed.status).toBe(200);
    expect(await steps()).toMatchObject({ course: ['course'], open: ['course'] });
  });

  it('the school is open while a class can be joined: not full, not over, not begun', async () => {
    await buildClass(app, { sit: 0 });
    const begun = await buildClass(app, { camp_start: inDays(-2), camp_end: inDays(3) });
    expect(await steps()).toMatchObject({ course: [], open: ['course'] });
    const { booking } = (await app.as(director).call('GET /school')).body;
    await save({ booking: { ...booking, joinUntil: 'end' } });
    expect((await steps())?.open).toEqual([]);
    const params = { id: begun.id };
    expect((await app.as(director).call('DELETE /removeCourse/:id', { params })).status).toBe(200);
    await save({ booking });
    expect((await steps())?.open).toEqual(['course']);
  });

  it('a booking is tried once a seat was paid, not while it is held; a refund does not undo that', async () => {
    const campClass = await buildClass(app);
    await holdSeatOf(app, await buildUser(app), campClass);
    const { student, paymentId, cartId } = await buildPaidSeat(app, campClass);
    expect((await steps())?.booking).toEqual(['booking']);
    expect((await recordPayment(app, student, paymentId)).status).toBe(200);
    expect((await steps())?.booking).toEqual([]);
    const params = { cartId };
    const { body: quote } = await app.as(student).call('GET /cancellation/:cartId', { params });
    const body = { refund: quote.refund };
    const canceled = await app.as(student).call('POST /cancellation/:cartId', { params, body });
    expect(canceled.status).toBe(200);
    expect((await steps())?.booking).toEqual([]);
  });

  it('only directors read them', async () => {
    expect(await read(app, await buildUser(app, 'admin', 'office'))).toBeUndefined();
    expect(await read(app, await buildUser(app, 'admin'))).toEqual(await steps());
  });

  it('are over for good once a class with people in it is over', async () => {
    const campClass = await buildClass(app, { camp_start: inDays(1), camp_end: inDays(2) });
    app.passMinutes(4 * 24 * 60);
    // Nobody was in it.
    expect(await steps()).toBeDefined();
    app.passMinutes(-4 * 24 * 60);
    await buildEnrolledSeat(app, campClass);
    expect(await steps()).toBeDefined();
    app.passMinutes(4 * 24 * 60);
    expect(await steps()).toBeUndefined();
  });
});

describe('card payments', () => {
  const real = { STRIPE_API_URL: 'https://api.stripe.com' };
  const ofTheirOwn = { JWT_SECRET: 'kX8vQ2mN5tR7wZ3yB6dF9hJ1aC4eG0pL' };
  const withKey = (key: string) => ({ ...real, ...ofTheirOwn, STRIPE_SECRET_KEY: key });
  const trying = useTestApp(undefined, withKey('sk_test_51MxLkQp2dYhNfGzRt'));
  const selling = useTestApp(undefined, withKey('sk_live_51MxLkQp2dYhNfGzRt'));

  it('with a key of the test mode, nobody pays real money', async () => {
    const steps = await read(trying, await buildUser(trying, 'admin'));
    expect(steps?.cards).toEqual(['live key']);
  });

  it('with a live key, the demo’s seller keeps cards from being taken', async () => {
    const director = await buildUser(selling, 'admin');
    expect((await read(selling, director))?.cards).toEqual(['seller']);
    const { body } = await selling.as(director).call('GET /school');
    const seller = 'Pine Hill Camps LLC';
    await selling.as(director).call('PUT /school', { body: { ...body, seller } });
    expect((await read(selling, director))?.cards).toEqual([]);
  });
});

describe('the demo school', () => {
  const demo = useTestApp(undefined, { SEED_DEMO_DATA: 'true' });

  it('has no first steps: everything is the demo’s, and stays it', async () => {
    expect(await read(demo, await buildUser(demo, 'admin'))).toBeUndefined();
  });
});
