import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ClassDocument } from '../database/class-document.ts';
import { runJobs } from '../jobs/jobs.ts';
import { addDays, readToday } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { findKinds, findMail, readMailTo } from '../testing/mails.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { joinList } from '../testing/waiting.ts';
import { killAfter } from '../testing/watch-writes.ts';
import { bouncePayment } from './bounce-payment.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const otherAdmin = useUser(app, 'admin');
/** Tests here let time pass. */
const inDays = (days: number) => addDays(readToday(app.services), days);

type Method = 'cash' | 'cheque' | 'bank transfer' | 'voucher';

/** A family that paid with a check for a seat in each of some classes with one place. */
async function buildPaid(prices: number[], method: Method = 'cheque') {
  const parent = await buildUser(app);
  const child = await buildChild(app, parent);
  const id = parent._id.toHexString();
  const classes: ClassDocument[] = [];
  const cartIds: string[] = [];
  for (const price of prices) {
    const campClass = await buildClass(app, { name: `Class for ${price}`, price, sit: 1 });
    const { body } = await app.as(admin).call('POST /families/:id/seats', {
      params: { id },
      body: { classId: campClass.id, childId: child.id, until: inDays(3) },
    });
    classes.push(campClass);
    cartIds.push(body.cartId);
  }
  const amount = 100 * prices.reduce((sum, price) => sum + price, 0);
  const paymentId = await record(id, cartIds, amount, method);
  return { parent, child, id, classes, cartIds, paymentId };
}

async function record(id: string, cartIds: string[], amount: number, method: Method = 'cheque') {
  const answer = await app.as(admin).call('POST /families/:id/payments', {
    params: { id },
    body: { requestId: randomUUID(), cartIds, method, amount, day: inDays(0), reference: '17' },
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.transactionId;
}

const said = () => ({ day: inDays(0), note: 'No funds.', until: inDays(4) as string | null });

function bounce(paymentId: string, changes: Partial<ReturnType<typeof said>> = {}, who = admin) {
  const body = { ...said(), ...changes };
  return app.as(who).call('POST /payments/:paymentId/bounce', { params: { paymentId }, body });
}

const code = ({ status, body }: Awaited<ReturnType<typeof bounce>>) =>
  status === 200 ? 'bounced' : body.code;

const readPayment = (_id: string) => app.services.database.collections.payments.findOne({ _id });
const readClass = (campClass: ClassDocument | undefined) =>
  app.services.database.collections.classes.findOne({ _id: campClass!._id });

async function readRows(paymentId: string) {
  const { body } = await app.as(admin).call('GET /months/:month/rows', {
    params: { month: inDays(0).slice(0, 7) },
    query: { page: '1', size: '100' },
  });
  return body.filter((row) => row.paymentId === paymentId);
}

/** What is true once a payment of 80 for one seat has bounced, and the seat is reserved again. */
async function expectReservedAgain({ paymentId, classes, child }: Paid, kept = 0) {
  expect(await readPayment(paymentId)).toMatchObject({ kept, items: [{ state: 'refunded' }] });
  const payment = await readPayment(paymentId);
  const moved = payment!.movements.reduce((sum, { amount }) => sum + amount, 0);
  expect(moved).toBe(kept);
  expect(await readClass(classes[0])).toMatchObject({
    sit: 0,
    seats: [{ state: 'held', childId: child._id, reserved: { price: 80, by: admin._id } }],
  });
}
type Paid = Awaited<ReturnType<typeof buildPaid>>;

// Rules: R341, R482.
describe('a check that bounced', () => {
  it('is not on the statement of the year as paid', async () => {
    const { parent, child, paymentId } = await buildPaid([80]);
    await bounce(paymentId);
    const year = Number(inDays(0).slice(0, 4));
    const body = { participant: child.id, year };
    expect((await app.as(parent).call('POST /myStatements', { body })).body).toMatchObject({
      totals: [{ paid: 0, returned: 0, kept: 0 }],
      lines: [
        {
          entries: [
            { kind: 'paid', amount: 8_000 },
            { kind: 'bounced', amount: 8_000 },
          ],
        },
      ],
    });
  });

  it('is taken off the next year’s statement, if it came at the end of a year', async () => {
    const { parent, child, paymentId } = await buildPaid([80]);
    const year = Number(inDays(0).slice(0, 4));
    await app.services.database.collections.payments.updateOne(
      { _id: paymentId },
      { $set: { 'received.day': `${year - 1}-12-30` } },
    );
    expect(code(await bounce(paymentId))).toBe('bounced');
    const body = { participant: child.id, year };
    expect((await app.as(parent).call('POST /myStatements', { body })).body).toMatchObject({
      totals: [{ paid: -8_000, returned: 0, kept: -8_000 }],
    });
  });

  it('counts as nothing received; the seat is reserved again at the same price, and can be paid again', async () => {
    const paid = await buildPaid([80]);
    const { parent, id, classes, cartIds, paymentId, child } = paid;
    await app.services.database.collections.classes.updateOne(
      { _id: classes[0]!._id },
      { $set: { price: 95 } },
    );
    expect(code(await bounce(paymentId))).toBe('bounced');
    await expectReservedAgain(paid);
    const { body } = await app.as(admin).call('GET /families/:id', { params: { id } });
    expect(body).toMatchObject({
      ...{ enrolled: [], canceled: [] },
      held: [{ person: { isReserved: true, cost: 8_000 } }],
      payments: [{ kept: 0, refunds: [{ reason: 'payment bounced', amount: 8_000 }] }],
    });
    expect(await readMailTo(app, parent, 'payment bounced')).toMatchObject({
      props: {
        ...{ method: 'cheque', charge: { amount: 8_000 }, rest: { amount: 0 } },
        seats: [{ child: child.name, heldUntil: expect.any(Date) as Date }],
      },
    });
    expect(await findKinds(app, parent)).not.toContain('seat canceled');
    expect(await readAuditLog(app, { action: 'record bounce', target: paymentId })).toMatchObject([
      { who: admin.email, after: { day: inDays(0), note: 'No funds.', until: inDays(4) } },
    ]);
    const cartId = body.held[0]!.person.cartId;
    expect(cartId).not.toBe(cartIds[0]);
    const again = await record(id, [cartId], 8_000, 'cash');
    expect(await readPayment(again)).toMatchObject({ status: 'enrolled', kept: 8_000 });
    expect(await readPayment(paymentId)).toMatchObject({ kept: 0 });
  });

  it('agrees to the cent in the month, the totals, the receipt and its credit note', async () => {
    const before = (await app.as(admin).call('GET /paymentTotals', { query: {} })).body[0];
    const { parent, paymentId } = await buildPaid([80, 49.5]);
    await bounce(paymentId);
    await runJobs(app.services);
    expect(await readRows(paymentId)).toMatchObject([
      { kind: 'charge', amount: 12_950, method: 'cheque' },
      { kind: 'bounced', amount: -12_950, creditNote: expect.any(String) as string },
    ]);
    const [row] = (await readRows(paymentId)).slice(1);
    expect(row!.shares.map(({ amount }) => amount)).toEqual([-8_000, -4_950]);
    const after = (await app.as(admin).call('GET /paymentTotals', { query: {} })).body[0];
    expect(after).toMatchObject({
      kept: before?.kept ?? 0,
      refunded: { amount: (before?.refunded.amount ?? 0) + 12_950 },
    });
    const receipt = await app
      .as(parent)
      .call('GET /receipts/:paymentId', { params: { paymentId } });
    expect(receipt.body).toMatchObject({ amount: 12_950, kept: 0 });
    const no = receipt.body.refunds[0]!.creditNote!;
    const note = await app.as(parent).call('GET /creditNotes/:no', { params: { no: String(no) } });
    expect(note.body).toMatchObject({ amount: 12_950, lines: [{ reason: 'payment bounced' }] });
  });

  it('keeps the place for the family: nobody who waits gets it, until its time is over', async () => {
    const { classes, paymentId } = await buildPaid([80]);
    const other = await buildUser(app);
    await joinList(app, other, { id: classes[0]!._id.toHexString() });
    await bounce(paymentId, { until: inDays(1) });
    expect((await readClass(classes[0]))!.waiting).toHaveLength(1);
    app.passMinutes(2 * 24 * 60);
    await runJobs(app.services);
    expect(await readClass(classes[0])).toMatchObject({
      ...{ waiting: [], seats: [{ userId: other._id, state: 'held', offer: {} }] },
    });
  });

  it('or ends the seat, and nothing is paid back; the next person gets the place', async () => {
    const { parent, id, classes, paymentId } = await buildPaid([80]);
    expect(code(await bounce(paymentId, { until: null }))).toBe('bounced');
    expect(await readPayment(paymentId)).toMatchObject({ kept: 0, items: [{ state: 'refunded' }] });
    expect(await readClass(classes[0])).toMatchObject({ sit: 1, seats: [] });
    const { body } = await app.as(admin).call('GET /families/:id', { params: { id } });
    expect(body).toMatchObject({ held: [], canceled: [{ by: 'returned', refund: 0, kept: 0 }] });
    expect((await app.as(admin).call('GET /openRefunds')).body).toEqual([]);
    expect(await readMailTo(app, parent, 'payment bounced')).toMatchObject({
      props: { seats: [{ heldUntil: null }] },
    });
    expect(await findKinds(app, parent)).not.toContain('seat canceled');
  });

  it('is all of the check, also if a part was given back before: the family owes that', async () => {
    const paid = await buildPaid([80]);
    const { cartIds, paymentId } = paid;
    const give = { paymentId, cartId: cartIds[0]!, keepsSeat: true, amount: 2_000, note: 'Sick.' };
    await app.as(admin).call('POST /refunds', { body: give });
    const [open] = (await app.as(admin).call('GET /openRefunds')).body;
    await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      params: { refundId: open!._id },
      body: { cartId: null, paidOtherwise: open!.amount },
    });
    expect(code(await bounce(paymentId))).toBe('bounced');
    await expectReservedAgain(paid, -2_000);
    expect((await readRows(paymentId)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['charge', 8_000],
      ['paid otherwise', -2_000],
      ['bounced', -8_000],
    ]);
    expect(await readMailTo(app, paid.parent, 'payment bounced')).toMatchObject({
      props: { charge: { amount: 8_000 }, owed: { amount: 2_000 } },
    });
  });

  it('is a check or a bank transfer: never cash, a voucher or a card, and never twice', async () => {
    const transfer = await buildPaid([80], 'bank transfer');
    expect(code(await bounce(transfer.paymentId))).toBe('bounced');
    for (const method of ['cash', 'voucher'] as const) {
      const { paymentId } = await buildPaid([80], method);
      expect(code(await bounce(paymentId))).toBe('cannot_bounce');
      expect(await readPayment(paymentId)).toMatchObject({ kept: 8_000 });
    }
    expect(code(await bounce('pi_none'))).toBe('not_found');
    expect(code(await bounce(transfer.paymentId, { until: null }))).toBe('already_bounced');
    expect(code(await bounce(transfer.paymentId, {}, otherAdmin))).toBe('already_bounced');
  });

  it('has a day that has come, after the money did, and reserves until a day on which the class can be joined', async () => {
    const { paymentId } = await buildPaid([80]);
    const fields = async (changes: Parameters<typeof bounce>[1]) =>
      Object.keys((await bounce(paymentId, changes)).body.fields ?? {});
    expect(await fields({ day: inDays(1) })).toEqual(['body.day']);
    expect(await fields({ day: inDays(-1) })).toEqual(['body.day']);
    expect(await fields({ until: inDays(-1) })).toEqual(['body.until']);
    expect(await fields({ until: inDays(300) })).toEqual(['body.until']);
    expect(await readPayment(paymentId)).toMatchObject({
      kept: 8_000,
      items: [{ state: 'enrolled' }],
    });
  });

  it('after the class has begun: its seat can only end', async () => {
    const { classes, paymentId } = await buildPaid([80]);
    await app.services.database.collections.classes.updateOne(
      { _id: classes[0]!._id },
      { $set: { camp_start: inDays(-3), camp_end: inDays(2) } },
    );
    expect(code(await bounce(paymentId))).toBe('class_started');
    expect(code(await bounce(paymentId, { until: null }))).toBe('bounced');
  });

  it('is never reserved for a child whose parent may not book for it anymore', async () => {
    const { child, parent, paymentId } = await buildPaid([80]);
    await app.services.database.collections.children.updateOne(
      { _id: child._id },
      { $set: { guardians: [makeGuardian(parent._id, { may: ['see'] })] } },
    );
    expect(code(await bounce(paymentId))).toBe('guardian_may_not');
    expect(await readPayment(paymentId)).toMatchObject({ kept: 8_000 });
    expect(code(await bounce(paymentId, { until: null }))).toBe('bounced');
  });

  it('waits for another change of the seat, and is not half done then', async () => {
    const { classes, cartIds, paymentId, parent } = await buildPaid([80, 50]);
    const locked = new ObjectId(cartIds[1]);
    await app.services.database.collections.seatChanges.insertOne({
      ...{ _id: new ObjectId(), kind: 'refund', seatId: locked, openSeatId: locked, state: 'open' },
      ...{ userId: parent._id, paymentId, currency: 'usd', refundId: 'admin:x', by: admin._id },
      createdAt: app.services.now(),
    });
    expect(code(await bounce(paymentId))).toBe('seat_changing');
    expect(await readPayment(paymentId)).toMatchObject({ kept: 13_000 });
    // The first seat is not locked anymore.
    const give = { paymentId, cartId: cartIds[0]!, amount: 0, note: 'Moved.' };
    expect((await app.as(admin).call('POST /refunds', { body: give })).status).toBe(200);
    expect(await readClass(classes[0])).toMatchObject({ seats: [] });
  });

  it('leaves a canceled seat of it alone, and takes out what the school kept of it', async () => {
    const { classes, cartIds, paymentId } = await buildPaid([80, 50]);
    const give = { paymentId, cartId: cartIds[0]!, amount: 0, note: 'Too late.' };
    await app.as(admin).call('POST /refunds', { body: give });
    expect(code(await bounce(paymentId))).toBe('bounced');
    expect(await readPayment(paymentId)).toMatchObject({
      ...{ kept: 0, items: [{ state: 'canceled' }, { state: 'refunded' }] },
    });
    expect(await readClass(classes[0])).toMatchObject({ sit: 1, seats: [] });
    expect(await readClass(classes[1])).toMatchObject({ sit: 0, seats: [{ state: 'held' }] });
  });

  it('leaves a seat that was given for nothing alone', async () => {
    const { classes, cartIds, paymentId } = await buildPaid([80, 50]);
    const give = {
      paymentId,
      cartId: cartIds[0]!,
      keepsSeat: true,
      amount: 8_000,
      note: 'A gift.',
    };
    await app.as(admin).call('POST /refunds', { body: give });
    const [open] = (await app.as(admin).call('GET /openRefunds')).body;
    await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      params: { refundId: open!._id },
      body: { cartId: null, paidOtherwise: open!.amount },
    });
    expect(code(await bounce(paymentId))).toBe('bounced');
    // The gift was no gift of the school's: it never had this money.
    expect(await readPayment(paymentId)).toMatchObject({ kept: -8_000 });
    expect(await readClass(classes[0])).toMatchObject({ seats: [{ state: 'enrolled' }] });
    expect(await readClass(classes[1])).toMatchObject({ seats: [{ state: 'held' }] });
  });

  it('also if that is its only seat, and the other one was canceled for nothing', async () => {
    const { classes, cartIds, paymentId } = await buildPaid([80, 50]);
    const refund = { paymentId, note: 'By phone.' };
    const gift = { ...refund, cartId: cartIds[0]!, keepsSeat: true, amount: 8_000 };
    await app.as(admin).call('POST /refunds', { body: gift });
    const { body: found } = await app.as(admin).call('GET /openRefunds');
    await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      params: { refundId: found.find((one) => one.paymentId === paymentId)!._id },
      body: { cartId: null, paidOtherwise: 8_000 },
    });
    await app
      .as(admin)
      .call('POST /refunds', { body: { ...refund, cartId: cartIds[1]!, amount: 0 } });
    // The form does not know that the seat costs nothing anymore, and asks for a day.
    expect(code(await bounce(paymentId))).toBe('bounced');
    expect(await readPayment(paymentId)).toMatchObject({ kept: -8_000 });
    expect(await readClass(classes[0])).toMatchObject({ seats: [{ state: 'enrolled' }] });
  });

  it('takes out all of it, also if some went back while the server was stopped', async () => {
    const paid = await buildPaid([80]);
    const { paymentId } = paid;
    // Locked and recorded, and nothing else.
    const dying = killAfter(app.services, 2);
    await expect(bouncePayment(paymentId, said(), admin, dying)).rejects.toThrow();
    const at = app.services.now();
    const given = { kind: 'returned' as const, at, day: inDays(0), amount: -2_000, refundId: 'x' };
    await app.services.database.collections.payments.updateOne(
      { _id: paymentId },
      { $inc: { kept: -2_000 }, $push: { refundIds: 'x:0', movements: given } },
    );
    app.passMinutes(3);
    await runJobs(app.services);
    await expectReservedAgain(paid, -2_000);
    expect((await readPayment(paymentId))!.movements.at(-1)).toMatchObject({ amount: -8_000 });
  });

  it('of a seat up for resale needs a free place; otherwise the seat ends', async () => {
    for (const sit of [0, 1]) {
      const { classes, paymentId } = await buildPaid([80]);
      await app.services.database.collections.classes.updateOne(
        { _id: classes[0]!._id },
        { $set: { 'seats.0.isForResale': true, sit } },
      );
      expect(code(await bounce(paymentId))).toBe('bounced');
      const { seats, sit: left } = (await readClass(classes[0]))!;
      expect([seats.length, left]).toEqual(sit === 1 ? [1, 0] : [0, 0]);
    }
  });

  it('is in the books once, when it is pressed twice and by two admins at the same moment', async () => {
    const paid = await buildPaid([80]);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => bounce(paid.paymentId)),
      ...Array.from({ length: 5 }, () => bounce(paid.paymentId, { until: null }, otherAdmin)),
    ]);
    const codes = answers.map(code);
    expect(codes).toContain('bounced');
    expect(
      codes.filter((one) => !['bounced', 'already_bounced', 'seat_changing'].includes(one)),
    ).toEqual([]);
    await runJobs(app.services);
    const payment = await readPayment(paid.paymentId);
    expect(payment).toMatchObject({ kept: 0, items: [{ state: 'refunded' }] });
    expect(payment!.movements.filter(({ kind }) => kind === 'returned')).toHaveLength(1);
    expect((await readClass(paid.classes[0]))!.seats.length).toBeLessThanOrEqual(1);
    expect(
      await readAuditLog(app, { action: 'record bounce', target: paid.paymentId }),
    ).toHaveLength(1);
  });

  slowIt('or is given back at the same moment: never more than there was', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const { cartIds, paymentId } = await buildPaid([80]);
      const give = { paymentId, cartId: cartIds[0]!, amount: 8_000, note: 'Canceled.' };
      await Promise.all([bounce(paymentId), app.as(admin).call('POST /refunds', { body: give })]);
      app.passMinutes(2);
      await runJobs(app.services);
      const payment = await readPayment(paymentId);
      const moved = payment!.movements.reduce((sum, { amount }) => sum + amount, 0);
      expect(payment!.kept).toBe(moved);
      expect([0, 8_000]).toContain(moved);
    }
  });

  slowIt(
    'is all done or not at all, wherever the server stops, when it is said again or not',
    async () => {
      for (let writes = 0, isOver = false; !isOver; writes += 1) {
        const paid = await buildPaid([80]);
        const { parent, paymentId, cartIds, classes } = paid;
        const dying = killAfter(app.services, writes);
        const answer = await bouncePayment(paymentId, said(), admin, dying).catch(() => 'cut off');
        isOver = answer !== 'cut off';
        app.passMinutes(3);
        await runJobs(app.services);
        app.passMinutes(3);
        await runJobs(app.services);
        const { kept } = (await readPayment(paymentId))!;
        // Its first writes only lock the seat and record what was decided.
        if (kept !== 0) {
          expect(writes).toBeLessThan(3);
          expect(await readClass(classes[0])).toMatchObject({
            seats: [{ state: 'enrolled', seatId: new ObjectId(cartIds[0]) }],
          });
          await bouncePayment(paymentId, said(), admin, app.services);
        }
        await expectReservedAgain(paid);
        expect(await findMail(app, parent, 'payment bounced')).toBeDefined();
        expect((await readRows(paymentId)).map(({ kind }) => kind)).toEqual(['charge', 'bounced']);
        const open = { paymentId, openSeatId: { $exists: true } };
        expect(await app.services.database.collections.seatChanges.countDocuments(open)).toBe(0);
      }
    },
  );
});
