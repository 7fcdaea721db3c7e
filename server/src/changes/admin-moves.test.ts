import { MOVE_PAY_HOURS } from '@speakifyr/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { recordPayment, useUser } from '../testing/factories.ts';
import { listMailsTo, readMailTo } from '../testing/mails.ts';
import { createMoves, type Moving } from '../testing/moves.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const {
  buildMove,
  payAtStripe,
  readClass,
  readPayment,
  readMoves,
  expectMoved,
  expectUntouched,
  sumBack,
} = createMoves(() => app);

const NOTE = 'The class was too loud for her.';
type Choice = { charge?: boolean; byTerms?: boolean; note?: string };
const moveAs = ({ cartId, to }: Moving, choice: Choice) =>
  app.as(admin).call('POST /moves', {
    body: { cartId, classId: to.id, price: to.price, note: NOTE, ...choice },
  });
const readAct = async ({ paymentId }: Moving) => {
  const query = { action: 'move seat' as const, target: paymentId };
  return (await app.as(admin).call('GET /auditLog', { query })).body;
};
/** What the school has from the family, in cents: what arrived minus what was refunded. */
const sumKept = async (...paymentIds: string[]) => {
  const found = await Promise.all(paymentIds.map(readPayment));
  return found.reduce((sum, payment) => sum + (payment?.kept ?? 0), 0);
};

// Rules: R312.
describe('an admin moves a seat to a dearer class', () => {
  it('without charging the difference: the log and the email say what was waived, and why', async () => {
    const moving = await buildMove(75);
    expect((await moveAs(moving, {})).body).toMatchObject({ state: 'moved', difference: 0 });
    await expectMoved(moving);
    expect(await sumKept(moving.paymentId)).toBe(6_000);
    expect(await readAct(moving)).toMatchObject([
      { who: admin.email, after: { paid: 0, refund: 0, waived: 1_500, note: NOTE } },
    ]);
    expect((await readMailTo(app, moving.student, 'seat moved'))?.props).toMatchObject({
      ...{ isBySchool: true, note: NOTE, money: { paid: null, waived: { amount: 1_500 } } },
    });
  });

  it('and asks the family: the seat stays until they have paid, and moves then', async () => {
    const moving = await buildMove(75);
    const { body } = await moveAs(moving, { charge: true });
    expect(body).toMatchObject({ state: 'pay', difference: 1_500 });
    const { seats } = await readClass(moving.from);
    expect(seats).toMatchObject([{ state: 'enrolled' }]);
    const [held] = (await readClass(moving.to)).seats;
    const hours = MOVE_PAY_HOURS * 3_600_000;
    const until = held?.state === 'held' ? held.heldUntil.getTime() : 0;
    expect(Math.abs(until - app.services.now().getTime() - hours)).toBeLessThan(60_000);
    expect((await readMailTo(app, moving.student, 'move asked'))?.props).toMatchObject({
      ...{ price: 15, note: NOTE, path: `/dashboard/payment?cartId=${body.cartId}` },
    });

    const paidBy = await payAtStripe(moving, body);
    expect((await recordPayment(app, moving.student, paidBy)).status).toBe(200);
    await expectMoved(moving);
    expect(await sumKept(moving.paymentId, paidBy)).toBe(7_500);
    expect(await readAct(moving)).toMatchObject([
      { who: admin.email, after: { paid: 1_500, note: NOTE } },
    ]);
    expect((await readMailTo(app, moving.student, 'seat moved'))?.props).toMatchObject({
      ...{ note: NOTE, money: { paid: { amount: 1_500 }, waived: null } },
    });
    expect(await readMailTo(app, moving.student, 'move asked')).toBeUndefined();
  });

  it('and the family does not pay: after two days everything is as before', async () => {
    const moving = await buildMove(75, { camp_start: inDays(30), camp_end: inDays(34) });
    await moveAs(moving, { charge: true });
    app.passMinutes(MOVE_PAY_HOURS * 60 - 5);
    await runJobs(app.services);
    expect((await readClass(moving.to)).seats).toHaveLength(1);
    app.passMinutes(10);
    await runJobs(app.services);
    await runJobs(app.services);
    await expectUntouched(moving);
    app.passMinutes(2);
    await runJobs(app.services);
    expect(await readMoves(moving)).toMatchObject([{ state: 'rejected' }]);
    expect(await readAct(moving)).toEqual([]);
    expect((await moveAs(moving, {})).body).toMatchObject({ state: 'moved' });
  });

  it('and the server stops before the email is due: a job asks once', async () => {
    const moving = await buildMove(75);
    await moveAs(moving, { charge: true });
    const { seatChanges } = app.services.database.collections;
    await seatChanges.updateMany({}, { $unset: { isAsked: '', events: '' } });
    app.passMinutes(2);
    await runJobs(app.services);
    app.passMinutes(2);
    await runJobs(app.services);
    const kinds = (await listMailsTo(app, moving.student)).map(({ cause }) => cause.kind);
    expect(kinds.filter((kind) => kind === 'move asked')).toHaveLength(1);
  });

  it('but cannot ask the family to pay for a class that nobody can join anymore', async () => {
    const moving = await buildMove(75, { camp_start: inDays(-2), camp_end: inDays(2) });
    expect((await moveAs(moving, { charge: true })).body.code).toBe('class_started');
    expect((await moveAs(moving, {})).body).toMatchObject({ state: 'moved' });
  });
});

describe('an admin moves a seat to a cheaper class', () => {
  it('and all of the difference comes back, or only what the refund policy gives back', async () => {
    const { body: policy } = await app.as(admin).call('GET /refundPolicy');
    // Half is refunded until the first day.
    const steps = [{ daysBefore: 0, percent: 50, fee: 0 }];
    const body = { version: policy.version, steps };
    expect((await app.as(admin).call('PUT /refundPolicy', { body })).status).toBe(200);
    const [all, byTerms] = [await buildMove(45), await buildMove(45)];
    expect((await moveAs(all, {})).body).toMatchObject({ refund: 1_500, kept: 0 });
    const moved = await moveAs(byTerms, { byTerms: true });
    expect(moved.body).toMatchObject({ refund: 750, kept: 750 });
    expect(await sumBack(all.paymentId)).toBe(1_500);
    expect(await sumBack(byTerms.paymentId)).toBe(750);
    expect(await sumKept(byTerms.paymentId)).toBe(5_250);
  });
});

it('a move without a reason is refused, and nothing happens', async () => {
  const moving = await buildMove(75);
  const { cartId, to } = moving;
  const body = { cartId, classId: to.id };
  const answer = await app.as(admin).call('POST /moves', { body });
  expect(answer.body).toMatchObject({ code: 'invalid_input', fields: { 'body.note': 'Say why.' } });
  await expectUntouched(moving);
});
