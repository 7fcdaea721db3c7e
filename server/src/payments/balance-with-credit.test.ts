import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildCredit, creditFor } from '../testing/credit.ts';
import {
  buildClass,
  confirmPayment,
  getIntentId,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { planFor } from '../testing/planned-seat.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { killAfter } from '../testing/watch-writes.ts';
import { payWithCredit } from './pay-with-credit.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const { readCredit, readPayment, pay, hold, check } = creditFor(app);
const { inDays, buildPlanned, buildReserved, record, readOwed, listPaymentsFor } = planFor(
  app,
  admin,
);

/** A seat that cost 100 with 30 paid, 20 and 50 owed, and a parent with credit. */
async function buildOwing(credit: number) {
  const planned = await buildPlanned();
  await buildCredit(app, planned.parent, credit);
  return planned;
}

const nextPart = () => ({ due: inDays(10), amount: 2_000 });
const lastPart = (amount = 5_000) => ({ due: inDays(30), amount });

describe('what is owed, paid with credit', () => {
  it('is less by as much as the parent has, the oldest part first; the card pays what is left', async () => {
    const { parent, cartId } = await buildOwing(40);
    const answer = await pay(parent, [cartId], 40);
    const paymentId = answer.body.transactionId;
    expect(await recordPayment(app, parent, paymentId)).toMatchObject({
      body: { items: [{ cartId, amount: 4_000, state: 'enrolled' }] },
    });
    expect(await readOwed(parent, cartId)).toEqual([lastPart(3_000)]);
    expect(await readCredit(parent)).toMatchObject({ available: 0 });
    const begun = await app
      .as(parent)
      .call('POST /createPayment-intent', { body: { cartId, price: 30 } });
    const byCard = getIntentId(begun.body.clientSecret);
    await confirmPayment(byCard);
    await recordPayment(app, parent, byCard);
    expect(await readOwed(parent, cartId)).toEqual([]);

    // Each part is refunded the way it was paid.
    const body = { refund: 10_000 };
    const canceled = await app
      .as(parent)
      .call('POST /cancellation/:cartId', { params: { cartId }, body });
    expect(canceled).toMatchObject({ status: 200, body: { refund: 10_000, credit: 4_000 } });
    expect(await readCredit(parent)).toMatchObject({ available: 4_000 });
    const kept = await Promise.all(
      (await listPaymentsFor(cartId)).map(({ _id }) => readPayment(_id)),
    );
    expect(kept.map((one) => [one?.method, one?.kept])).toEqual([
      ['cash', 3_000],
      ['credit', 0],
      ['card', 0],
    ]);
    await check(parent);
  });

  it('takes no more than is owed or there is', async () => {
    const { parent, cartId } = await buildOwing(80);
    expect(await pay(parent, [cartId], 70.01)).toMatchObject({ body: { code: 'price_changed' } });
    expect(await pay(parent, [cartId], 0)).toMatchObject({ body: { code: 'nothing_to_pay' } });
    await pay(parent, [(await hold(parent, 50)).cartId], 50);
    expect(await pay(parent, [cartId], 31)).toMatchObject({ body: { code: 'credit_changed' } });
    expect(await readOwed(parent, cartId)).toEqual([nextPart(), lastPart()]);
    const { parent: other } = await buildOwing(80);
    expect(await pay(other, [cartId], 20)).toMatchObject({ body: { code: 'seat_not_held' } });
    await check(parent);
  });

  it('in two tabs at once, is paid once', async () => {
    const { parent, cartId } = await buildOwing(100);
    const answers = await Promise.all([1, 2].map(() => pay(parent, [cartId], 70)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await runJobs(app.services);
    expect(await readOwed(parent, cartId)).toEqual([]);
    expect(await readCredit(parent)).toMatchObject({ available: 3_000 });
    await check(parent);
  });

  slowIt('is paid once or not at all, wherever the server stops', async () => {
    for (let writes = 0, isOver = false; !isOver; writes += 1) {
      const { parent, cartId } = await buildOwing(40);
      const order = { requestId: randomUUID(), cartIds: [cartId], price: 40 };
      const dying = killAfter(app.services, writes);
      const said = await payWithCredit(order, parent, dying).catch(() => 'cut off');
      isOver = said !== 'cut off';
      app.passMinutes(2);
      await runJobs(app.services);
      await payWithCredit(order, parent, app.services);
      expect(await readOwed(parent, cartId)).toEqual([lastPart(3_000)]);
      expect(await readCredit(parent)).toMatchObject({ available: 0 });
      await check(parent);
    }
  });

  it.each([
    ['', false],
    [', also after the seat has moved', true],
  ])(
    'stays owed if the credit was spent before the payment was settled%s',
    async (_what, moves) => {
      const { parent, cartId } = await buildOwing(40);
      const order = { requestId: randomUUID(), cartIds: [cartId], price: 40 };
      // Entered, and nothing more.
      await expect(payWithCredit(order, parent, killAfter(app.services, 1))).rejects.toThrow();
      expect(await pay(parent, [(await hold(parent, 40)).cartId], 40)).toMatchObject({
        status: 200,
      });
      if (moves) {
        const days = { camp_start: inDays(60), camp_end: inDays(65) };
        const { _id: classId } = await buildClass(app, { price: 100, ...days });
        const body = { cartId, classId: classId.toHexString(), price: 100 };
        expect(await app.as(parent).call('POST /moves', { body })).toMatchObject({ status: 200 });
      }
      app.passMinutes(2);
      await runJobs(app.services);
      expect(await readOwed(parent, cartId)).toEqual([nextPart(), lastPart()]);
      await expect(payWithCredit(order, parent, app.services)).rejects.toMatchObject({
        code: 'credit_changed',
      });
      await check(parent);
    },
  );
});

describe('the office pays with a family’s credit', () => {
  it('for a reserved seat, and the audit log says who did', async () => {
    const { parent, id, cartIds } = await buildReserved([100]);
    await buildCredit(app, parent, 130);
    const money = { cartIds, amount: 10_000, method: 'credit' as const, requestId: randomUUID() };
    const { status, body } = await record(id, money);
    expect(status).toBe(200);
    // The same request again, as if no answer had come.
    expect((await record(id, money)).body).toEqual(body);
    expect(await readPayment(body.transactionId)).toMatchObject({
      ...{ method: 'credit', status: 'enrolled', kept: 10_000 },
    });
    expect(await readCredit(parent)).toMatchObject({ available: 3_000 });
    expect(await readAuditLog(app, { target: body.transactionId })).toMatchObject([
      { who: admin.email, after: { email: parent.email, amount: 10_000, method: 'credit' } },
    ]);
    await check(parent);
  });

  it('for a part of what is owed', async () => {
    const { parent, id, cartId } = await buildOwing(40);
    const money = { cartIds: [cartId], amount: 4_000, method: 'credit' as const };
    expect(await record(id, money)).toMatchObject({ status: 200 });
    expect(await readOwed(parent, cartId)).toEqual([lastPart(3_000)]);
    await check(parent);
  });

  it('never with more than there is, not with another family’s, and not as a deposit', async () => {
    const { parent, id, cartIds } = await buildReserved([100]);
    const other = await buildOwing(100);
    const money = { cartIds, amount: 10_000, method: 'credit' as const };
    expect(await record(id, money)).toMatchObject({ body: { code: 'credit_changed' } });
    expect(await record(other.id, money)).toMatchObject({ body: { code: 'seat_not_held' } });
    await buildCredit(app, parent, 100);
    const plan = [{ due: inDays(10) }];
    expect(await record(id, { ...money, amount: 4_000, plan })).toMatchObject({ status: 400 });
    expect(await readCredit(parent)).toMatchObject({ available: 10_000 });
    await check(parent);
  });
});
