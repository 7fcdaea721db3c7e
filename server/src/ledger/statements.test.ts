import { randomUUID } from 'node:crypto';
import type { Statement } from '@speakifyr/contract/statements.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { makeGuardian } from '../testing/documents.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  proveSignIn,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { createMoves } from '../testing/moves.ts';
import { listAtStripe, refundAtDashboard } from '../testing/refunds.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays, inWeek } from '../testing/today.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { issueStatement, listStatementChoices } from './statements.ts';
import { sumLeft, whatIsLeft } from './what-is-left.ts';

const app = useTestApp(undefined, {}, { taxNumber: '12-3456789' });
const admin = useUser(app, 'admin');
const { buildChildSeat, moveAndPay, move } = createMoves(() => app);

const collections = () => app.services.database.collections;
const YEAR = Number(inDays(0).slice(0, 4));

type Person = { email: string };
const listChoices = async (person: Person) => (await app.as(person).call('GET /myStatements')).body;
const ask = (person: Person, participant: string, year = YEAR) =>
  app.as(person).call('POST /myStatements', { body: { participant, year } });
const read = (person: Person, no: number) =>
  app.as(person).call('GET /statements/:no', { params: { no: String(no) } });
const countIssued = () => collections().statements.countDocuments({});

/** The same, as an answer that must be there. */
async function issue(person: Person, participant: string, year = YEAR): Promise<Statement> {
  const { status, body } = await ask(person, participant, year);
  expect({ status, ...body }).toMatchObject({ status: 200 });
  return body;
}

/** Books a seat for a child and pays for it. @param card one of Stripe's test payment methods */
async function buy(payer: Person, child: { id: string }, price = 60, card?: string) {
  const campClass = await buildClass(app, { price });
  const { email } = payer;
  const join = { classId: campClass.id, email, childId: child.id };
  const { cartId } = (await app.as(payer).call('POST /addClass', { body: join })).body;
  const paymentId = await startPaymentOf(app, payer, { cartId, price });
  await confirmPayment(paymentId, card);
  expect((await recordPayment(app, payer, paymentId)).status).toBe(200);
  return { campClass, cartId, paymentId };
}

async function giveBack(seat: { paymentId: string; cartId: string }, amount: number) {
  const body = { ...seat, amount, keepsSeat: true, note: 'By phone.' };
  expect((await app.as(admin).call('POST /refunds', { body })).status).toBe(200);
}

/** The office books for a child, and takes cash. */
async function buyInCash(payer: UserDocument, child: { id: string }, price: number, day: string) {
  const campClass = await buildClass(app, { price });
  const params = { id: payer._id.toHexString() };
  const reserved = await app.as(admin).call('POST /families/:id/seats', {
    params,
    body: { classId: campClass.id, childId: child.id, until: inDays(3) },
  });
  const { cartId } = reserved.body;
  const paid = await app.as(admin).call('POST /families/:id/payments', {
    params,
    body: {
      ...{ requestId: randomUUID(), method: 'cash', day, reference: 'B-17' },
      ...{ cartIds: [cartId], amount: price * 100 },
    },
  });
  expect(paid.status).toBe(200);
  return { campClass, cartId, paymentId: paid.body.transactionId };
}

/** Moves what has happened to a payment so far to the year before. */
async function moveToLastYear(paymentId: string) {
  const payment = await collections().payments.findOne({ _id: paymentId });
  const movements = (payment?.movements ?? []).map((one) => ({ ...one, day: `${YEAR - 1}-12-31` }));
  await collections().payments.updateOne({ _id: paymentId }, { $set: { movements } });
}

async function buildParent() {
  const parent = await buildUser(app);
  return { parent, child: await buildChild(app, parent) };
}

// Rules: R330, R331, R332.
describe('the sums of a statement', () => {
  it('are those of the ledger, after a partial refund, a failed one, a move with a difference, and cash', async () => {
    const seat = await buildChildSeat({ dailyStart: '09:00', dailyEnd: '15:00' });
    const { parent, child } = seat;
    const dear = await buildClass(app, { price: 90, name: 'Dear', camp_start: inDays(20) });
    const difference = await moveAndPay(seat, dear);
    await giveBack(seat, 1_000);
    const failing = await buy(parent, child, 40, 'pm_card_refundFail');
    await giveBack(failing, 4_000);
    await expect.poll(() => listAtStripe(failing.paymentId)).toMatchObject([{ status: 'failed' }]);
    await sendWebhook(app, { type: 'charge.refunded', paymentId: failing.paymentId });
    const cash = await buyInCash(parent, child, 50, inDays(0));
    await app.as(admin).call('POST /refunds', {
      body: { paymentId: cash.paymentId, cartId: cash.cartId, amount: 2_000, note: 'By phone.' },
    });

    const statement = await issue(parent, child.id);

    const payments = await collections().payments.find({ userId: parent._id }).toArray();
    expect(payments.map(({ kept }) => kept).sort()).toEqual([3_000, 4_000, 5_000, 5_000]);
    expect(statement.totals).toEqual([
      { currency: 'USD', paid: 18_000, returned: 1_000, kept: 17_000 },
    ]);
    expect(sumAmounts(payments.map(({ kept }) => ({ amount: kept })))).toBe(17_000);
    expect(statement.lines).toMatchObject([
      {
        ...{ className: 'Dear', camp_start: inDays(20), dailyStart: null, isCanceled: false },
        kept: 8_000,
        entries: [
          { kind: 'paid', day: inDays(0), amount: 6_000, method: 'card' },
          { kind: 'paid', amount: 3_000 },
          { kind: 'returned', amount: 1_000, isByHand: false },
        ],
      },
      { kept: 4_000, entries: [{ amount: 4_000 }] },
      // Canceled. It is not refunded yet.
      { isCanceled: true, kept: 5_000, entries: [{ method: 'cash' }] },
    ]);
    const [moved] = statement.lines;
    const left = await whatIsLeft({ seatId: new ObjectId(seat.cartId) }, app.services);
    expect(left.map(({ paymentId }) => paymentId)).toEqual([seat.paymentId, difference]);
    expect(moved?.kept).toBe(sumLeft(left));

    const { body: open } = await app.as(admin).call('GET /openRefunds', { query: {} });
    const waiting = open.find(({ paymentId }) => paymentId === cash.paymentId);
    await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      params: { refundId: waiting?._id ?? '' },
      body: { cartId: null, paidOtherwise: waiting!.amount },
    });
    const given = await issue(parent, child.id);
    expect(given.totals).toMatchObject([{ returned: 3_000, kept: 15_000 }]);
    expect(given.lines[2]).toMatchObject({
      entries: [{ kind: 'paid' }, { kind: 'returned', amount: 2_000, isByHand: true }],
    });
  });

  it('leave out a seat that was never given', async () => {
    const { parent, child } = await buildParent();
    const { email } = parent;
    const given = await buildClass(app, { price: 20 });
    const full = await buildClass(app, inWeek(2));
    const cartIds = [];
    for (const { id: classId } of [given, full]) {
      const body = { classId, email, childId: child.id };
      cartIds.push((await app.as(parent).call('POST /addClass', { body })).body.cartId);
    }
    const { body } = await app
      .as(parent)
      .call('POST /createPayment-intent', { body: { cartIds, price: 69.5 } });
    const paymentId = body.clientSecret.replace(/_secret_.*$/, '');
    await confirmPayment(paymentId);
    await collections().classes.updateOne({ _id: full._id }, { $set: { seats: [], sit: 0 } });
    await recordPayment(app, parent, paymentId);
    expect(await issue(parent, child.id)).toMatchObject({
      lines: [{ kept: 2_000, entries: [{ kind: 'paid', amount: 2_000 }] }],
      totals: [{ paid: 2_000, returned: 0 }],
    });
  });

  it('share what came back in Stripe’s dashboard between the seats, and lose no cent', async () => {
    const { parent, child } = await buildParent();
    const sibling = await buildChild(app, parent);
    const { email } = parent;
    const cartIds = [];
    for (const childId of [child.id, sibling.id]) {
      const { id: classId } = await buildClass(app, { price: 33.33 });
      const joined = await app
        .as(parent)
        .call('POST /addClass', { body: { classId, email, childId } });
      cartIds.push(joined.body.cartId);
    }
    const { body } = await app
      .as(parent)
      .call('POST /createPayment-intent', { body: { cartIds, price: 66.66 } });
    const paymentId = body.clientSecret.replace(/_secret_.*$/, '');
    await confirmPayment(paymentId);
    await recordPayment(app, parent, paymentId);
    await refundAtDashboard(paymentId, 1_001);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    const kept = [];
    for (const { id } of [child, sibling])
      kept.push((await issue(parent, id)).totals[0]?.kept ?? 0);
    expect(kept[0]).toBeCloseTo(2_832, -1);
    expect(kept).not.toContain(3_333);
    expect(sumAmounts(kept.map((amount) => ({ amount })))).toBe(6_666 - 1_001);
  });

  it('count money on its own day: what the office took on the day on which it came', async () => {
    const { parent, child } = await buildParent();
    const early = await buy(parent, child);
    await moveToLastYear(early.paymentId);
    await giveBack(early, 1_500);
    await buyInCash(parent, child, 50, `${YEAR - 1}-12-30`);
    const [now, before] = [await issue(parent, child.id), await issue(parent, child.id, YEAR - 1)];
    expect(before.totals).toMatchObject([{ paid: 11_000, returned: 0, kept: 11_000 }]);
    // Paid last year.
    expect(now.totals).toMatchObject([{ paid: 0, returned: 1_500, kept: -1_500 }]);
    expect(await listChoices(parent)).toMatchObject([
      { participant: child.id, year: YEAR, latest: { version: 1 } },
      { participant: child.id, year: YEAR - 1 },
    ]);
  });
});

describe('a statement', () => {
  it('names school, tax number, payer and child, and stays the same while nothing changes', async () => {
    const { parent, child } = await buildParent();
    await buy(parent, child);
    expect(await listChoices(parent)).toEqual([
      { participant: child.id, student_name: child.name, year: YEAR, latest: null },
    ]);
    const first = await issue(parent, child.id);
    expect(first).toMatchObject({
      ...{ year: YEAR, version: 1, replaces: null, replacedBy: null },
      seller: { name: 'SPEAKIFYR Summer School Ltd.', taxNumber: '12-3456789' },
      payer: { name: parent.name, email: parent.email },
      student_name: child.name,
    });
    expect(first.number).toMatch(/^S-\d{6}$/);
    const count = await countIssued();
    expect(await issue(parent, child.id)).toEqual(first);
    expect(await countIssued()).toBe(count);
  });

  it('never changes: what is different is in a new version, which says what it replaces', async () => {
    const { parent, child } = await buildParent();
    const seat = await buy(parent, child);
    const first = await issue(parent, child.id);
    await giveBack(seat, 1_000);
    const second = await issue(parent, child.id);
    expect(second).toMatchObject({
      ...{ version: 2, replaces: { no: first.no, number: first.number }, replacedBy: null },
      totals: [{ paid: 6_000, returned: 1_000, kept: 5_000 }],
    });
    const { body: old } = await read(parent, first.no);
    expect(old).toEqual({ ...first, replacedBy: { no: second.no, number: second.number } });
    expect((await read(admin, second.no)).body).toEqual(second);
  });

  it('is issued once, however often it is asked for at the same moment, and numbers have no gaps', async () => {
    const { parent, child } = await buildParent();
    const sibling = await buildChild(app, parent);
    await buy(parent, child);
    await buy(parent, sibling);
    const before = await countIssued();
    const asked = [child, sibling].flatMap(({ id }) => Array.from({ length: 8 }, () => id));
    const answers = await Promise.all(asked.map((id) => issue(parent, id)));
    expect(new Set(answers.map(({ no }) => no)).size).toBe(2);
    expect(await countIssued()).toBe(before + 2);
    const numbers = await collections().statements.find().sort({ _id: 1 }).toArray();
    expect(numbers.map(({ _id }) => _id)).toEqual(numbers.map((_one, place) => place + 1));
  });

  it('says that nothing is left once the seat has moved to a sibling', async () => {
    const seat = await buildChildSeat();
    const { parent, child } = seat;
    const sibling = await buildChild(app, parent);
    const first = await issue(parent, child.id);
    expect((await move(seat, { childId: sibling.id })).status).toBe(200);
    expect(await issue(parent, child.id)).toMatchObject({
      ...{ version: 2, replaces: { no: first.no }, lines: [], totals: [] },
      student_name: child.name,
    });
    expect((await issue(parent, sibling.id)).totals).toMatchObject([{ kept: 6_000 }]);
  });

  it.each([
    ['a year that has not begun', YEAR + 1, 400],
    ['a year without money', YEAR - 1, 404],
  ])('of %s is not issued', async (_year, year, status) => {
    const { parent, child } = await buildParent();
    await buy(parent, child);
    const before = await countIssued();
    const refused = await ask(parent, child.id, year);
    expect(refused.status).toBe(status);
    expect(refused.body.message).toMatch(/has not begun yet|paid nothing for this person in/);
    expect(await countIssued()).toBe(before);
  });
});

describe('whose statement it is', () => {
  it('two guardians of a child each get what they paid, and do not read the other’s', async () => {
    const [parent, other] = [await buildUser(app), await buildUser(app)];
    const invitedBy = parent._id;
    const child = await buildChild(app, parent, {
      guardians: [makeGuardian(parent._id), makeGuardian(other._id, { invitedBy })],
    });
    await buy(parent, child, 60);
    await buy(other, child, 45);
    const theirs = await issue(parent, child.id);
    const others = await issue(other, child.id);
    expect(theirs.totals).toMatchObject([{ paid: 6_000 }]);
    expect(others.totals).toMatchObject([{ paid: 4_500 }]);
    expect((await read(other, theirs.no)).status).toBe(404);
    expect((await read(parent, others.no)).status).toBe(404);
    const accountant = await buildUser(app, 'admin', 'accountant');
    expect((await read(accountant, theirs.no)).status).toBe(404);
    expect((await read(await buildUser(app, 'instructor'), theirs.no)).status).toBe(404);
    expect((await read(admin, theirs.no)).status).toBe(200);
  });

  it('a guardian who paid nothing, a stranger and an admin get none for the child', async () => {
    const { parent, child } = await buildParent();
    await buy(parent, child);
    const before = await countIssued();
    const partner = await buildUser(app);
    await collections().children.updateOne(
      { _id: child._id },
      { $push: { guardians: makeGuardian(partner._id, { invitedBy: parent._id }) } },
    );
    for (const person of [partner, await buildUser(app)]) {
      expect((await ask(person, child.id)).status).toBe(404);
      expect(await listChoices(person)).toEqual([]);
    }
    expect((await ask(admin, child.id)).status).toBe(403);
    expect(await countIssued()).toBe(before);
  });

  it('who is no longer a guardian still gets what they paid, as it was bought and without the child’s id', async () => {
    const { parent, child } = await buildParent();
    const former = await buildUser(app);
    await collections().children.updateOne(
      { _id: child._id },
      { $push: { guardians: makeGuardian(former._id, { invitedBy: parent._id }) } },
    );
    const { campClass } = await buy(former, child);
    const first = await issue(former, child.id);
    await collections().children.updateOne(
      { _id: child._id },
      { $pull: { guardians: { userId: former._id } }, $set: { name: 'New name' } },
    );
    await collections().classes.updateOne({ _id: campClass._id }, { $set: { name: 'New class' } });
    expect((await ask(former, child.id)).status).toBe(404);
    const [choice] = await listChoices(former);
    expect(choice).toMatchObject({ student_name: child.name, latest: { no: first.no } });
    expect(choice?.participant).not.toContain(child.id);
    expect(await issue(former, choice?.participant ?? '')).toEqual(first);
  });

  it('an account’s own seat has a statement, too', async () => {
    const student = await buildUser(app);
    const { id: classId } = await buildClass(app, { price: 20 });
    const { email } = student;
    const { cartId } = (await app.as(student).call('POST /addClass', { body: { classId, email } }))
      .body;
    const paymentId = await startPaymentOf(app, student, { cartId, price: 20 });
    await confirmPayment(paymentId);
    await recordPayment(app, student, paymentId);
    expect(await issue(student, 'me')).toMatchObject({
      ...{ student_name: student.name, totals: [{ kept: 2_000 }] },
    });
  });

  it('the office finds it on the family’s page, and its owner in the download of their data', async () => {
    const { parent, child } = await buildParent();
    await buy(parent, child);
    const issued = await issue(parent, child.id);
    const { body: family } = await app
      .as(admin)
      .call('GET /families/:id', { params: { id: parent._id.toHexString() } });
    expect(family.statements).toMatchObject([{ no: issued.no, year: YEAR, version: 1 }]);
    const { email } = parent;
    const { body: data } = await app
      .as(parent)
      .call('POST /myData', { body: { email, idToken: await proveSignIn(parent) } });
    expect(data.statements).toEqual([issued]);
  });

  it('a deleted account leaves no name and no email in it, not even in one that is just issued', async () => {
    const { parent, child } = await buildParent();
    const seat = await buy(parent, child);
    const issued = await issue(parent, child.id);
    const { email } = parent;
    const deleted = await app
      .as(parent)
      .call('DELETE /myAccount', { body: { email, idToken: await proveSignIn(parent) } });
    expect(deleted.status).toBe(200);
    const readNames = async () =>
      (await collections().statements.find({ userId: parent._id }).toArray()).map(
        ({ payer, studentName }) => `${payer.name}, ${studentName}`,
      );
    expect(await readNames()).toEqual(['Deleted student, Deleted student']);
    // A request that had read the account before continues.
    await collections().payments.updateOne(
      { _id: seat.paymentId },
      { $set: { 'movements.1.day': `${YEAR}-01-01` } },
    );
    const [choice] = await listStatementChoices(parent, app.services);
    await issueStatement(
      { participant: choice?.participant ?? '', year: YEAR },
      parent,
      app.services,
    );
    expect(await readNames()).toHaveLength(2);
    expect(new Set(await readNames())).toEqual(new Set(['Deleted student, Deleted student']));
    expect(await findTraces(app, email)).toEqual([]);
    expect((await read(admin, issued.no)).body.totals).toMatchObject([{ kept: 6_000 }]);
  });
});
