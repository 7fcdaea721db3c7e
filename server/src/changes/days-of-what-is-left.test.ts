import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { readProps } from '../messages/write-mail.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { makeByDay } from '../testing/documents.ts';
import { listMailsTo } from '../testing/mails.ts';
import { createMoves } from '../testing/moves.ts';
import { planFor } from '../testing/planned-seat.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

/** What people read of a seat with chosen days names these days, also in a later paper and once the seat is gone. */

const app = useTestApp();
const admin = useUser(app, 'admin');
const { cancel, move, payAtStripe, runAllJobs } = createMoves(() => app);
const { record } = planFor(app, admin);

const DAYS = [30, 31, 32, 33, 34].map(inDays);
const [MON, TUE, WED, THU, FRI] = DAYS as [string, string, string, string, string];
const CHOSEN = { camp_start: TUE, camp_end: THU };

/** A child's paid seat on Tuesday and Thursday. */
async function buy() {
  const campClass = await buildClass(app, { ...makeByDay(DAYS), sit: 2 });
  const student = await buildUser(app);
  const { id: childId } = await buildChild(app, student);
  const body = { classId: campClass.id, childId, email: student.email, days: [TUE, THU] };
  const { cartId } = (await app.as(student).call('POST /addClass', { body })).body;
  const paymentId = await payAtStripe({ student }, { cartId, difference: 10_000 });
  expect((await recordPayment(app, student, paymentId)).status).toBe(200);
  return { campClass, student, cartId, paymentId };
}

type Bought = Awaited<ReturnType<typeof buy>>;

async function returnAll(paymentId: string) {
  await refundAtDashboard(paymentId);
  await readRefunds(paymentId, app.services);
}

const ENDINGS: Record<string, (seat: Bought) => Promise<unknown>> = {
  'its parent cancels it': cancel,
  'the office cancels it': ({ paymentId, cartId }) =>
    app.as(admin).call('POST /refunds', {
      body: { paymentId, cartId, amount: 4_000, note: 'By phone.' },
    }),
  'its class is canceled': ({ campClass }) =>
    app.as(admin).call('POST /cancelClass/:id', {
      params: { id: campClass.id },
      body: { confirm_affected: 1, note: 'Too few.' },
    }),
  'its money goes back in the dashboard': ({ paymentId }) => returnAll(paymentId),
  'the money of a day that was added goes back there': async (seat) => {
    const { body } = await move(seat, { days: [TUE, WED, THU] });
    const paid = await payAtStripe(seat, body);
    expect((await recordPayment(app, seat.student, paid)).status).toBe(200);
    await returnAll(paid);
  },
};

const KINDS: string[] = ['seat canceled', 'class canceled', 'refunded'];

/** All that the parent reads of what is gone: on the page, and in emails. */
async function readLeft(student: UserDocument): Promise<string> {
  const { body } = await app.as(student).call('GET /myCancellations');
  const lines = (await listMailsTo(app, student)).filter(({ cause }) => KINDS.includes(cause.kind));
  const mails = await Promise.all(lines.map((line) => readProps(line, app.services)));
  expect(mails.length).toBeGreaterThan(0);
  expect(body).toHaveLength(1);
  return JSON.stringify([body, mails]);
}

// Rules: R647.
describe('a seat with chosen days ends, and what is left names just these', () => {
  it.each(Object.keys(ENDINGS))('if %s', async (name) => {
    const seat = await buy();
    await ENDINGS[name]?.(seat);
    await runAllJobs();
    const read = await readLeft(seat.student);
    for (const day of [TUE, THU]) expect(read).toContain(day);
    for (const day of [MON, FRI]) expect(read).not.toContain(day);
  });
});

// Rules: R647.
it('the receipt of a part that is paid later names them, too, whatever days it was begun for', async () => {
  const campClass = await buildClass(app, { ...makeByDay(DAYS), sit: 2 });
  const parent = await buildUser(app);
  const child = await buildChild(app, parent);
  const id = parent._id.toHexString();
  const reserved = await app.as(admin).call('POST /families/:id/seats', {
    params: { id },
    body: { classId: campClass.id, childId: child.id, until: inDays(3), days: [TUE, THU] },
  });
  const { cartId } = reserved.body;
  const plan = [{ due: inDays(10), amount: 2_000 }, { due: inDays(20) }];
  const readPaper = async (paymentId: string) =>
    (await app.as(parent).call('GET /receipts/:paymentId', { params: { paymentId } })).body;
  const pay = async (amount: number, more = {}) =>
    readPaper((await record(id, { cartIds: [cartId], amount, ...more })).body.transactionId);
  expect((await pay(3_000, { plan })).items).toMatchObject([CHOSEN]);
  expect((await pay(2_000)).items).toMatchObject([CHOSEN]);
  // The page for the rest is open while the office gives the seat other days.
  const begun = await app
    .as(parent)
    .call('POST /createPayment-intent', { body: { cartIds: [cartId], price: 50 } });
  const paid = getIntentId(begun.body.clientSecret);
  await confirmPayment(paid);
  expect((await move({ student: admin, cartId }, { days: [WED, FRI] })).status).toBe(200);
  expect((await recordPayment(app, parent, paid)).status).toBe(200);
  expect((await readPaper(paid)).items).toMatchObject([{ camp_start: WED, camp_end: FRI }]);
});
