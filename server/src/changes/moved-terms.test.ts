import { beforeEach, describe, expect, it } from 'vitest';
import { useUser } from '../testing/factories.ts';
import { createMoves, type Moving } from '../testing/moves.ts';
import { useTestApp } from '../testing/test-app.ts';
import { getRefundTerms } from '../ledger/refund-policy.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
beforeEach(() => app.services.database.collections.settings.deleteMany({}));

const { buildMove, cancel, listPaid, move, moveAndPay, moveTo, readMoves, sumBack } = createMoves(
  () => app,
);

/** The school has another refund policy for what is bought from now on. */
async function setPolicy(...steps: [daysBefore: number, percent: number, fee: number][]) {
  const { version } = await getRefundTerms(app.services);
  const answer = await app.as(admin).call('PUT /refundPolicy', {
    body: {
      version,
      steps: steps.map(([daysBefore, percent, fee]) => ({ daysBefore, percent, fee })),
    },
  });
  expect(answer.status).toBe(200);
}

const ask = async ({ student, cartId }: Moving) =>
  (await app.as(student).call('GET /cancellation/:cartId', { params: { cartId } })).body;

// Rules: R157, R178.
describe('a move to a cheaper class gives back what the refund policy of the seat says', () => {
  it('so nobody loses less by moving first and canceling then', async () => {
    await setPolicy([7, 90, 500]);
    const [canceling, moving] = [await buildMove(0), await buildMove(0)];
    expect(await cancel(canceling)).toBe(4_900);
    expect(await moveTo(moving, moving.to)).toMatchObject({ refund: 4_900, kept: 1_100 });
    expect(await sumBack(moving.paymentId)).toBe(4_900);
    expect(await readMoves(moving)).toMatchObject([
      { refunds: [{ amount: 4_900 }], keeps: [{ amount: 1_100 }] },
    ]);
    // What the school has kept for the move is not refunded with the rest.
    expect(await ask(moving)).toMatchObject({ paid: 0, refund: 0 });
    expect(await cancel(moving)).toBe(0);
    expect(await sumBack(moving.paymentId)).toBe(4_900);
  });

  it('and what is left can be canceled for its share', async () => {
    await setPolicy([7, 90, 0]);
    const moving = await buildMove(20);
    expect(await moveTo(moving, moving.to)).toMatchObject({ refund: 3_600, kept: 400 });
    expect(await ask(moving)).toMatchObject({ paid: 2_000, refund: 1_800 });
  });

  it('exactly as the parent was shown, or they see the new amount first', async () => {
    await setPolicy([7, 90, 0]);
    const moving = await buildMove(20);
    const body = { classId: moving.to.id, price: 20 };
    expect(await move(moving, { ...body, refund: 4_000 })).toMatchObject({
      status: 409,
      body: { code: 'refund_changed', quote: { refund: 3_600, kept: 400, percent: 90 } },
    });
    expect(await listPaid(moving.from)).toEqual([moving.cartId]);
    expect((await move(moving, { ...body, refund: 3_600 })).status).toBe(200);
  });

  it('but all of it if an admin moves the seat', async () => {
    await setPolicy([7, 90, 500]);
    const moving = await buildMove(20);
    const { body } = await move({ ...moving, student: admin }, { classId: moving.to.id });
    expect(body).toMatchObject({ refund: 4_000, kept: 0 });
    expect(await ask(moving)).toMatchObject({ paid: 2_000 });
  });
});

describe('a difference that was paid under another policy', () => {
  it('comes back as that policy says, and the rest as the policy of the first day says', async () => {
    const moving = await buildMove(160);
    await setPolicy([7, 10, 0]);
    const difference = await moveAndPay(moving, moving.to);
    const shown = await ask(moving);
    expect(shown).toMatchObject({
      ...{ paid: 16_000, refund: 7_000, kept: 9_000 },
      parts: [
        { paid: 6_000, terms: { version: 0 } },
        { paid: 10_000, terms: { version: 1, steps: [{ percent: 10 }] } },
      ],
    });
    expect(await cancel(moving)).toBe(7_000);
    expect([await sumBack(moving.paymentId), await sumBack(difference)]).toEqual([6_000, 1_000]);
  });

  it('is not mixed with it on the way down either', async () => {
    const moving = await buildMove(160);
    await setPolicy([7, 10, 0]);
    await moveAndPay(moving, moving.to);
    // 60 of the first payment come back, and 40 of the second one: 10 percent of them.
    expect(await moveTo(moving, moving.from)).toMatchObject({ refund: 6_400, kept: 3_600 });
    expect(await ask(moving)).toMatchObject({ paid: 6_000, refund: 600 });
  });

  it('ends the time to move when its own first period ends', async () => {
    const moving = await buildMove(160);
    await setPolicy([365, 100, 0], [7, 10, 0]);
    await moveAndPay(moving, moving.to);
    const later = new Date(app.services.now().getTime() + 100 * 86_400_000);
    const day = later.toISOString().slice(0, 10);
    await app.services.database.collections.classes.updateOne(
      { _id: moving.to._id },
      { $set: { camp_start: day, camp_end: day } },
    );
    expect((await move(moving, { classId: moving.from.id })).body.code).toBe('too_late_to_move');
  });

  it('under the same policy, the fee is taken once', async () => {
    await setPolicy([7, 100, 500]);
    const moving = await buildMove(160);
    await moveAndPay(moving, moving.to);
    expect(await ask(moving)).toMatchObject({ paid: 16_000, refund: 15_500, kept: 500 });
    expect(await cancel(moving)).toBe(15_500);
  });
});
