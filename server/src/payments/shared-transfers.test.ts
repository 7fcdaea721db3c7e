import { randomUUID } from 'node:crypto';
import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildUser, proveSignIn, useUser } from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { planFor } from '../testing/planned-seat.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { transfersFor } from '../testing/transfers.ts';
import { closeTransfer } from './open-transfers.ts';

const app = useTestApp(undefined, {}, { money: { bankAccount: 'Lake Bank 0012 3456' } });
const admin = useUser(app, 'admin');
const { buildReserved } = transfersFor(app, admin);
const { record: recordCash, readPayment, readOwed } = planFor(app, admin);
const collections = () => app.services.database.collections;
beforeEach(() => collections().openTransfers.deleteMany({}));

async function readFile(csv: string, isKept?: true): Promise<BankTransfer[]> {
  const answer = await app.as(admin).call('POST /bankFiles', {
    body: { csv, dateOrder: 'auto', isKept },
  });
  expect(answer.status).toBe(200);
  return answer.body.transfers;
}

const read = (lines: string[], isKept?: true) =>
  readFile(['Date,Description,Amount', ...lines].join('\n'), isKept);

async function keep(...lines: string[]): Promise<BankTransfer> {
  const [transfer] = await read(lines, true);
  return transfer!;
}

const readList = async () => (await app.as(admin).call('GET /bankTransfers')).body;

/** Books a transfer, or a part of it. */
function record(
  id: string,
  { requestId, day, text, amount }: BankTransfer,
  more: Partial<{
    amount: number;
    cartIds: string[];
    shares: number[];
    isRestCredit: true;
    isPart: true;
    plan: { due: string }[];
  }>,
) {
  return app.as(admin).call('POST /families/:id/payments', {
    params: { id },
    body: {
      ...{ requestId, day, amount, method: 'bank transfer', reference: text.slice(0, 80) },
      ...{ cartIds: [], ...more },
    },
  });
}

const readCredit = async (id: string) =>
  (await app.as(admin).call('GET /families/:id/credit', { params: { id } })).body.available;

const listPayments = (...ids: string[]) =>
  collections()
    .payments.find({ userId: { $in: ids.map((id) => new ObjectId(id)) } })
    .sort({ createdAt: 1 })
    .toArray();

// Rules: R597.
describe('a transfer is shared over the seats of a family', () => {
  it('with an amount for each, to the cent, and the rest as credit', async () => {
    const { id, parent, cartIds } = await buildReserved([100, 90]);
    const plan = [{ due: inDays(20) }];
    expect((await recordCash(id, { cartIds, amount: 5_000, plan })).status).toBe(200);
    const [first = '', second = ''] = cartIds;
    const owed = async () =>
      Promise.all(
        cartIds.map(async (cartId) => (await readOwed(parent, cartId))?.[0]?.amount ?? 0),
      );
    const [one = 0, other = 0] = await owed();
    expect(one + other).toBe(14_000);

    const transfer = await keep(`${inDays(-1)},Grandma,75.55`);
    const shares = [2_033, 4_021];
    // Without credit, something of it would be in no book.
    expect((await record(id, transfer, { cartIds, shares })).body).toMatchObject({
      fields: { 'body.shares': 'This does not add up to the amount that came.' },
    });
    const answer = await record(id, transfer, { cartIds, shares, isRestCredit: true });
    expect(answer).toMatchObject({ status: 200 });
    expect(await owed()).toEqual([one - 2_033, other - 4_021]);
    expect(await readCredit(id)).toBe(7_555 - 2_033 - 4_021);
    const payment = await readPayment(answer.body.transactionId);
    expect(payment?.items).toMatchObject([
      { seatId: new ObjectId(first), amount: 2_033 },
      { seatId: new ObjectId(second), amount: 4_021 },
      { isForCredit: true, amount: 1_501 },
    ]);
    expect(await readList()).toEqual([]);
  });

  it.each([
    ['more than a seat owes', { shares: [10_001, 2_999], isRestCredit: true as const }],
    ['less than a held seat costs, without a plan', { shares: [9_999, 3_000] }],
    ['more than came', { shares: [10_000, 3_001] }],
    ['less than came', { shares: [9_000, 3_000] }],
    ['an amount too few', { shares: [10_000], isRestCredit: true as const }],
  ])('and never with %s', async (_what, more) => {
    const { id, cartIds } = await buildReserved([100, 90]);
    const transfer = await keep(`${inDays(-1)},Grandma,130.00`);
    const { body } = await record(id, transfer, { cartIds, ...more });
    expect(body).toMatchObject({ fields: { 'body.shares': expect.any(String) } });
    expect(await listPayments(id)).toEqual([]);
    expect(await readList()).toHaveLength(1);
  });

  it('as one seat in full and a deposit for the other one', async () => {
    const { id, parent, cartIds } = await buildReserved([100, 90]);
    const transfer = await keep(`${inDays(-1)},Grandma,130.00`);
    const plan = [{ due: inDays(30) }];
    const answer = await record(id, transfer, { cartIds, shares: [10_000, 3_000], plan });
    expect(answer).toMatchObject({ status: 200 });
    expect((await readOwed(parent, cartIds[0] ?? '')) ?? []).toEqual([]);
    expect(await readOwed(parent, cartIds[1] ?? '')).toEqual([{ due: inDays(30), amount: 6_000 }]);
  });
});

// Rules: R597.
describe('a transfer for two families', () => {
  /** A new one each time: what is booked stays booked. */
  const text = () => `Grandma for both ${randomUUID()}`;
  const lineOf = (said: string) => `${inDays(-1)},${said},150.00`;

  it('is booked part by part: what is left stays on the list, whatever file comes next', async () => {
    const [one, two] = [await buildReserved([100]), await buildReserved([50])];
    const said = text();
    const line = lineOf(said);
    const transfer = await keep(line);
    const part = { amount: 10_000, cartIds: one.cartIds, isPart: true as const };
    const first = await record(one.id, transfer, part);
    expect(first).toMatchObject({ status: 200 });
    // A retry after a lost answer.
    expect((await record(one.id, transfer, part)).body).toEqual(first.body);

    const [rest, ...others] = await readList();
    expect([rest, others]).toMatchObject([{ amount: 5_000, of: 15_000, day: transfer.day }, []]);
    expect(rest?.requestId).not.toBe(transfer.requestId);
    expect(await read([line])).toEqual([rest]);
    // In another format, the line has another id. What is left of it is on the list.
    const other = `Date,Name,Reference,Paid in\n${inDays(-1)},Ruth,Camp ${said},150.00`;
    expect(await readFile(other)).toMatchObject([{ state: 'booked' }]);

    const second = await record(two.id, rest!, { cartIds: two.cartIds });
    expect(second).toMatchObject({ status: 200 });
    expect(await readList()).toEqual([]);
    // The same again on that day is another transfer.
    expect(await read([line, line, line])).toMatchObject([
      { state: 'booked' },
      { state: 'unknown', amount: 15_000 },
      { state: 'unknown', amount: 15_000 },
    ]);

    const both = await listPayments(one.id, two.id);
    expect(both.map(({ kept }) => kept)).toEqual([10_000, 5_000]);
    expect(both.map(({ received }) => received)).toMatchObject([
      { day: inDays(-1), transfer: { of: 15_000, left: 5_000 } },
      { day: inDays(-1), transfer: { of: 15_000, isRest: true } },
    ]);
    const { body } = await app.as(admin).call('GET /families/:id', { params: { id: one.id } });
    expect(body.payments[0]?.received).toMatchObject({ of: 15_000 });
    expect(body.payments[0]?.received?.reference).toBe(said);
  });

  it('says nothing on the receipt of one about the other: the bank’s text may name its child', async () => {
    const [one, two] = [await buildReserved([100]), await buildReserved([50])];
    const transfer = await keep(lineOf(text()));
    const ids = [
      await record(one.id, transfer, { amount: 10_000, cartIds: one.cartIds, isPart: true }),
      await record(two.id, (await readList())[0]!, { cartIds: two.cartIds }),
    ].map(({ body }) => body.transactionId);
    for (const [place, { parent }] of [one, two].entries()) {
      const { body } = await app.as(parent).call('GET /receipts/:paymentId', {
        params: { paymentId: ids[place] ?? '' },
      });
      expect(body.received).toEqual({ day: inDays(-1), reference: '' });
    }
    // All of it for one family: it reads what it wrote.
    const whole = await buildReserved([150]);
    const own = await keep(lineOf(text()));
    const { body } = await record(whole.id, own, { cartIds: whole.cartIds });
    const receipt = await app.as(whole.parent).call('GET /receipts/:paymentId', {
      params: { paymentId: body.transactionId },
    });
    expect(receipt.body.received).toEqual({ day: inDays(-1), reference: own.text });
  });

  it('proposes no family for what is left, whatever its text names and its seats cost', async () => {
    const [one, two] = [await buildReserved([100, 50]), await buildReserved([50])];
    const transfer = await keep(lineOf(`${text()} ${one.reference}`));
    expect(transfer.state).toBe('matched');
    const cartIds = one.cartIds.slice(0, 1);
    await record(one.id, transfer, { amount: 10_000, cartIds, isPart: true });
    const [rest] = await readList();
    expect(rest).toMatchObject({
      ...{ state: 'other amount', amount: 5_000, owed: 5_000, seats: [] },
      family: { email: one.parent.email },
    });
    expect(await record(two.id, rest!, { cartIds: two.cartIds })).toMatchObject({ status: 200 });
  });

  it('of which the office had recorded the rest by hand: nothing of it is listed again', async () => {
    const [one, two] = [await buildReserved([100]), await buildReserved([50])];
    const transfer = await keep(lineOf(text()));
    const byHand = { ...transfer, requestId: randomUUID(), amount: 5_000 };
    expect(await record(two.id, byHand, { cartIds: two.cartIds })).toMatchObject({ status: 200 });
    await record(one.id, transfer, { amount: 10_000, cartIds: one.cartIds, isPart: true });
    expect(await readList()).toEqual([]);
  });

  it('may be for three families, and an equal one beside it is another transfer', async () => {
    const line = lineOf(text());
    await keep(line);
    for (let parts = 0; parts < 2; parts += 1) {
      const { id, cartIds } = await buildReserved([50]);
      const [left] = await readList();
      const part = { amount: 5_000, cartIds, isPart: true as const };
      expect(await record(id, left!, part)).toMatchObject({ status: 200 });
    }
    expect(await read([line, line])).toMatchObject([
      { state: 'unknown', amount: 5_000, of: 15_000 },
      { state: 'unknown', amount: 15_000 },
    ]);
  });

  it('is booked once, if two of the office share it at the same moment', async () => {
    const [one, other] = [await buildReserved([100]), await buildReserved([50])];
    const transfer = await keep(lineOf(text()));
    const answers = await Promise.all([
      record(one.id, transfer, { amount: 10_000, cartIds: one.cartIds, isPart: true }),
      record(other.id, transfer, { amount: 5_000, cartIds: other.cartIds, isPart: true }),
      record(other.id, transfer, { cartIds: other.cartIds, isRestCredit: true }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const booked = (await listPayments(one.id, other.id)).reduce((sum, { kept }) => sum + kept, 0);
    const left = (await readList()).reduce((sum, { amount }) => sum + amount, 0);
    const kept = (await readCredit(other.id)) as number;
    expect(booked + kept + left).toBe(15_000);
  });

  it('can’t be more than is left, and a part of what is gone from the list is refused', async () => {
    const { id, cartIds } = await buildReserved([100]);
    const transfer = await keep(lineOf(text()));
    for (const amount of [15_000, 15_001])
      expect(
        (await record(id, transfer, { amount, cartIds, isRestCredit: true, isPart: true })).body,
      ).toMatchObject({ fields: { 'body.amount': expect.stringContaining('A part is less') } });
    await collections().openTransfers.deleteMany({});
    const gone = await record(id, transfer, { amount: 10_000, cartIds, isPart: true });
    expect(gone).toMatchObject({ status: 404 });
    expect(await listPayments(id)).toEqual([]);
  });

  it('keeps what is left on the list, if the server stops after a part is booked', async () => {
    const { id, cartIds } = await buildReserved([100]);
    const transfer = await keep(lineOf(text()));
    const [stored] = await collections().openTransfers.find({}).toArray();
    await record(id, transfer, { amount: 10_000, cartIds, isPart: true });
    await collections().openTransfers.deleteMany({});
    await collections().openTransfers.insertOne(stored!);
    expect(await readList()).toMatchObject([{ amount: 5_000, of: 15_000 }]);
    await closeTransfer(transfer.requestId, app.services);
    expect(await collections().openTransfers.countDocuments()).toBe(1);
  });
});

// Rules: R700.
describe('what the bank wrote about a family', () => {
  it('goes with its account: from the ledger, what was given back, and lines of the list that were booked by hand', async () => {
    const { id, parent, cartIds } = await buildReserved([100, 50]);
    const said = `Canaryfalk ${randomUUID()}`;
    const listed = await keep(`${inDays(-1)},${said} listed,100.00`);
    const byHand = await keep(`${inDays(-1)},${said} typed,50.00`);
    const first = await record(id, listed, { cartIds: cartIds.slice(0, 1) });
    const second = await record(
      id,
      { ...byHand, requestId: randomUUID() },
      { cartIds: cartIds.slice(1) },
    );
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await readList()).toEqual([]);
    // What bounced was paid back in part; what is left over of another payment was given back.
    const paymentId = second.body.transactionId;
    const refund = await app.as(admin).call('POST /refunds', {
      body: {
        paymentId,
        cartId: cartIds[1] ?? '',
        amount: 5_000,
        note: 'Ill',
        requestId: randomUUID(),
      },
    });
    expect(refund).toMatchObject({ status: 200 });
    const waiting = (await app.as(admin).call('GET /openRefunds')).body;
    const open = waiting.find((one) => one.paymentId === paymentId);
    const given = { method: 'bank transfer' as const, day: inDays(0), reference: said };
    const answer = await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      params: { refundId: open?._id ?? '' },
      body: { cartId: null, note: 'Sent.', paidOtherwise: 5_000, given },
    });
    expect(answer).toMatchObject({ status: 200 });
    const bounced = await app.as(admin).call('POST /payments/:paymentId/bounce', {
      params: { paymentId },
      body: { day: inDays(0), note: 'No funds', until: null },
    });
    expect(bounced).toMatchObject({ status: 200 });
    const back = await app.as(admin).call('POST /payments/:paymentId/paidBack', {
      params: { paymentId },
      body: { requestId: randomUUID(), amount: 5_000, ...given },
    });
    expect(back).toMatchObject({ status: 200 });
    expect((await findTraces(app, 'Canaryfalk')).length).toBeGreaterThan(0);

    const idToken = await proveSignIn(parent);
    const gone = await app.as(parent).call('DELETE /myAccount', {
      body: { email: parent.email, idToken },
    });
    expect(gone).toMatchObject({ status: 200 });
    expect(await findTraces(app, 'Canaryfalk')).toEqual([]);
    expect(await readList()).toEqual([]);
    // The same file again lists nothing of what was booked from it.
    expect(await read([`${inDays(-1)},${said} listed,100.00`])).toMatchObject([
      { state: 'booked' },
    ]);
  });
});

// Rules: R700.
it('an accountant does not read what the bank wrote, but the number of a check', async () => {
  const accountant = await buildUser(app, 'admin', 'accountant');
  const { id, cartIds } = await buildReserved([100, 50]);
  const transfer = await keep(`${inDays(0)},Canaryfalk ${randomUUID()},100.00`);
  const booked = await record(id, transfer, { cartIds: cartIds.slice(0, 1) });
  const check = { cartIds: cartIds.slice(1), amount: 5_000, method: 'cheque' as const };
  const { body } = await recordCash(id, check);
  const readAll = async (who: UserDocument) => {
    const answers = [
      await app.as(who).call('GET /payments', { query: {} }),
      await app.as(who).call('GET /receipts/:paymentId', {
        params: { paymentId: booked.body.transactionId },
      }),
      await app.as(who).call('GET /months/:month/rows', {
        params: { month: inDays(0).slice(0, 7) },
        query: {},
      }),
    ];
    return answers.map((one) => {
      expect(one.status).toBe(200);
      return JSON.stringify(one.body).includes('Canaryfalk');
    });
  };
  expect(await readAll(admin)).toEqual([true, true, true]);
  expect(await readAll(accountant)).toEqual([false, false, false]);
  const receipt = await app.as(accountant).call('GET /receipts/:paymentId', {
    params: { paymentId: body.transactionId },
  });
  expect(receipt.body.received).toMatchObject({ reference: '17' });
});

// Rules: R579.
describe('two transfers of the list with the same day and amount', () => {
  it('of one family and one text are both booked: the second one stays on the list', async () => {
    const { id, cartIds, reference } = await buildReserved([80, 80]);
    const line = `${inDays(0)},Garcia ${reference},80.00`;
    await read([line, line], true);
    const [first] = await readList();
    const booked = await record(id, first!, { cartIds: cartIds.slice(0, 1) });
    expect(booked).toMatchObject({ status: 200 });
    expect(await readList()).toHaveLength(1);
  });

  const long = 'Camp fees of the summer for a child with a name that ends after eighty characters';

  it.each([
    ['longer', 'Grandma', 'Grandma Lee for the camp'],
    ['shorter', 'Grandma Lee for the camp', 'Grandma'],
    ['cut', `${long} ${long}`, long],
    ['cut (in the middle of a word)', `${long} ${long}`, `${long} Ca`],
  ])('are one, if another format of the bank has a %s text of it', async (_how, first, second) => {
    const { id, cartIds } = await buildReserved([150]);
    const said = randomUUID();
    const listed = await keep(`${inDays(-1)},${said} ${first},150.00`);
    const other = await keep(`${inDays(-1)},${said} ${second},150.00`);
    expect(other.requestId).not.toBe(listed.requestId);
    expect(await record(id, listed, { cartIds })).toMatchObject({ status: 200 });
    expect(await readList()).toEqual([]);
  });

  it('are one, if the office has recorded it by hand with all that a reference may have of its text', async () => {
    const { id, cartIds } = await buildReserved([150]);
    const transfer = await keep(`${inDays(-1)},${randomUUID()} ${long},150.00`);
    const answer = await record(id, { ...transfer, requestId: randomUUID() }, { cartIds });
    expect(answer).toMatchObject({ status: 200 });
    expect(await readList()).toEqual([]);
  });

  it('are two, if one file has both, also if one text begins with the other or ends after 80 characters', async () => {
    const { id, cartIds } = await buildReserved([150]);
    const said = `${randomUUID()} ${long}`;
    const lines = [said, `${said} Tom`, said].map((text) => `${inDays(-1)},${text},150.00`);
    const [first] = await read(lines, true);
    // One more is in the next file only.
    await read([...lines, lines[0]!], true);
    expect(await record(id, first!, { cartIds })).toMatchObject({ status: 200 });
    expect(await readList()).toHaveLength(3);
  });
});
