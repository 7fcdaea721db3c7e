import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addDays } from '../school-time.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { proveSignIn, useUser } from '../testing/factories.ts';
import { planFor } from '../testing/planned-seat.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const { buildReserved, inDays, readPayment } = planFor(app, admin);

/** Money that came by check ten days ago, of which a part waits to be given back. */
async function buildWaiting() {
  const { parent, id, cartIds } = await buildReserved([80]);
  const [cartId = ''] = cartIds;
  const { body: paid } = await app.as(admin).call('POST /families/:id/payments', {
    params: { id },
    body: {
      ...{ requestId: randomUUID(), cartIds, amount: 8_000, method: 'cheque' },
      ...{ day: inDays(-10), reference: 'Check 9' },
    },
  });
  const paymentId = paid.transactionId;
  const give = { paymentId, cartId, keepsSeat: true, amount: 3_000, note: 'Sick' };
  await app.as(admin).call('POST /refunds', { body: give });
  const { body: open } = await app.as(admin).call('GET /openRefunds');
  const refundId = open.find((one) => one.paymentId === paymentId)?._id ?? '';
  return { parent, id, paymentId, refundId };
}

type Given = { method: 'cash' | 'bank transfer'; day: string; reference: string };
const answer = (refundId: string, given?: Given) =>
  app.as(admin).call('POST /openRefunds/:refundId/answer', {
    params: { refundId },
    body: { cartId: null, paidOtherwise: 3_000, given },
  });

const readRow = async (paymentId: string) => {
  const month = inDays(0).slice(0, 7);
  const { body } = await app.as(admin).call('GET /months/:month/rows', { params: { month } });
  return body.find((row) => row.paymentId === paymentId && row.kind === 'paid otherwise');
};

// Rules: R598.
describe('money that the office gives back by hand', () => {
  it('has its own day, method and reference, on papers and in the books, where it counts today', async () => {
    const { parent, id, paymentId, refundId } = await buildWaiting();
    const given = { method: 'cash', day: inDays(-5), reference: 'Box 3, no. 17' } as const;
    expect((await answer(refundId, given)).status).toBe(200);
    expect(await readRow(paymentId)).toMatchObject({
      ...{ amount: -3_000, day: inDays(0), received: given.day },
      ...{ method: 'cash', reference: given.reference },
    });
    const receipt = await app
      .as(parent)
      .call('GET /receipts/:paymentId', { params: { paymentId } });
    expect(receipt.body.refunds).toMatchObject([{ state: 'paid otherwise', given }]);
    const { body: family } = await app.as(admin).call('GET /families/:id', { params: { id } });
    expect(family.payments[0]?.refunds).toMatchObject([{ given }]);
    const { body: log } = await app
      .as(admin)
      .call('GET /auditLog', { query: { action: 'answer refund', target: paymentId } });
    expect(log).toMatchObject([{ after: { method: 'cash', day: given.day } }]);
    // The number may have a name in it.
    expect(JSON.stringify(log)).not.toContain('Box 3');
  });

  it('without these is today’s, as it was paid', async () => {
    const { paymentId, refundId } = await buildWaiting();
    expect((await answer(refundId)).status).toBe(200);
    expect(await readRow(paymentId)).toMatchObject({
      ...{ received: inDays(0), method: 'cheque', reference: '' },
    });
  });

  it('can’t be given back before it came, or tomorrow', async () => {
    const { paymentId, refundId } = await buildWaiting();
    for (const [day, message] of [
      [inDays(-11), 'The money came after this day.'],
      [inDays(1), 'This day is in the future.'],
    ] as const)
      expect((await answer(refundId, { method: 'cash', day, reference: '' })).body).toMatchObject({
        fields: { 'body.given.day': message },
      });
    expect(await readPayment(paymentId)).toMatchObject({ kept: 8_000 });
  });

  it('counts once, if two of the office record it', async () => {
    const { paymentId, refundId } = await buildWaiting();
    const given = { method: 'cash', day: addDays(inDays(0), -1), reference: 'A' } as const;
    const answers = await Promise.all([
      answer(refundId, given),
      answer(refundId, { ...given, method: 'bank transfer', reference: 'B' }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readPayment(paymentId)).toMatchObject({ kept: 5_000 });
  });
});

// Rules: R701.
describe('an account that is owed money by hand', () => {
  async function go(parent: UserDocument) {
    const body = { email: parent.email, idToken: await proveSignIn(parent) };
    return app.as(parent).call('DELETE /myAccount', { body });
  }
  const refused = { status: 409, body: { code: 'refund_waiting' } };

  it('is deleted only once that is done', async () => {
    const { parent, refundId } = await buildWaiting();
    expect(await go(parent)).toMatchObject(refused);
    expect((await answer(refundId)).status).toBe(200);
    expect(await go(parent)).toMatchObject({ status: 200 });
  });

  it('is deleted only once its credit from such money is used or given back', async () => {
    const { parent, id } = await buildReserved([80]);
    const more = { method: 'bank transfer' as const, isRestCredit: true as const };
    const money = { requestId: randomUUID(), amount: 5_000, cartIds: [], day: inDays(0) };
    const { status, body } = await app.as(admin).call('POST /families/:id/payments', {
      params: { id },
      body: { ...money, ...more, reference: 'A gift' },
    });
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(await go(parent)).toMatchObject(refused);
    const back = { params: { id }, body: { amount: 5_000, note: 'They asked' } };
    expect(await app.as(admin).call('POST /families/:id/credit/refund', back)).toMatchObject({
      status: 200,
    });
    expect(await go(parent)).toMatchObject(refused);
    const { body: open } = await app.as(admin).call('GET /openRefunds');
    const waiting = open.find(({ paymentId }) => paymentId === body.transactionId);
    const given = await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      params: { refundId: waiting?._id ?? '' },
      body: { cartId: null, paidOtherwise: 5_000 },
    });
    expect(given).toMatchObject({ status: 200 });
    expect(await go(parent)).toMatchObject({ status: 200 });
  });
});
