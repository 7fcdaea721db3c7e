import { randomUUID } from 'node:crypto';
import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import { ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildUser, useUser } from '../testing/factories.ts';
import { readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { transfersFor } from '../testing/transfers.ts';

const app = useTestApp(undefined, {}, { money: { bankAccount: 'Lake Bank 0012 3456' } });
const admin = useUser(app, 'admin');
const { buildReserved, book } = transfersFor(app, admin);
beforeEach(() => app.services.database.collections.openTransfers.deleteMany({}));

async function read(lines: string[], isKept?: true): Promise<BankTransfer[]> {
  const csv = ['Date,Description,Amount', ...lines].join('\n');
  const body = { csv, dateOrder: 'auto' as const, isKept };
  const answer = await app.as(admin).call('POST /bankFiles', { body });
  expect(answer.status).toBe(200);
  return answer.body.transfers;
}
const match = (...lines: string[]) => read(lines);

async function keep(...lines: string[]): Promise<BankTransfer[]> {
  await read(lines, true);
  return readList();
}

/** The list of transfers that are not booked yet. */
async function readList(): Promise<BankTransfer[]> {
  return (await app.as(admin).call('GET /bankTransfers')).body;
}

// Rules: R578, R579.
describe('the list of open transfers', () => {
  it('keeps what is not booked until it is, however often its file is read, and nothing without being asked', async () => {
    const { id, cartIds, reference } = await buildReserved([80]);
    const lines = [`${inDays(-1)},Garcia ${reference},80.00`, `${inDays(-1)},Grandma Lee,50.00`];
    await match(...lines);
    expect(await readList()).toEqual([]);
    await keep(...lines);
    const list = await keep(...lines);
    expect(list.map(({ state }) => state).sort()).toEqual(['matched', 'unknown']);
    await book(list.find(({ state }) => state === 'matched')!);
    const [left, ...others] = await readList();
    expect([left?.state, others]).toEqual(['unknown', []]);
    // Recorded by hand on the family's page, it is done, too.
    const { payments } = app.services.database.collections;
    await payments.updateOne(
      { userId: new ObjectId(id), 'items.seatId': new ObjectId(cartIds[0]) },
      { $set: { 'received.reference': 'Grandma Lee' } },
    );
    expect(await readList()).toMatchObject([{ state: 'unknown' }]);
  });

  it('does not list what the office has recorded by hand since', async () => {
    const { id, cartIds } = await buildReserved([80]);
    const [open] = await keep(`${inDays(0)},Transfer no. 880088,80`);
    const seats = cartIds.map((cartId) => ({ cartId, name: '', className: '' }));
    const family = { _id: id, name: '', email: '' };
    await book({ ...open!, requestId: randomUUID(), text: 'No. 880088', family, seats });
    expect(await readList()).toEqual([]);
  });

  it('two equal transfers of which the office had recorded one: the other one stays on the list', async () => {
    const { id, cartIds } = await buildReserved([80]);
    const line = `${inDays(0)},Transfer no. 990099,80`;
    const [transfer] = await match(line);
    const seats = cartIds.map((cartId) => ({ cartId, name: '', className: '' }));
    const family = { _id: id, name: '', email: '' };
    await book({ ...transfer!, requestId: randomUUID(), text: 'No. 990099', family, seats });
    expect(await keep(line, line)).toMatchObject([{ state: 'unknown' }]);
  });

  it('sets aside what is no family’s with a note, also in the next file, and puts it back', async () => {
    const line = `${inDays(-3)},City of Springfield,5000.00`;
    const [grant] = await keep(line);
    const params = { id: grant?.requestId ?? '' };
    const set = (note: string) =>
      app.as(admin).call('POST /bankTransfers/:id', { params, body: { note } });
    expect((await set('A grant')).status).toBe(200);
    expect(await keep(line)).toMatchObject([{ state: 'set aside', note: 'A grant' }]);
    expect(await match(line)).toMatchObject([{ state: 'set aside' }]);
    expect((await set('')).status).toBe(200);
    expect(await readList()).toMatchObject([{ state: 'unknown' }]);
    const unknown = { params: { id: randomUUID() }, body: { note: 'x' } };
    expect((await app.as(admin).call('POST /bankTransfers/:id', unknown)).status).toBe(404);
  });
});

// Rules: R578.
describe('a transfer that does not fit', () => {
  const record = (id: string, transfer: BankTransfer, more: object) =>
    app.as(admin).call('POST /families/:id/payments', {
      params: { id },
      body: {
        ...{ requestId: transfer.requestId, amount: transfer.amount, day: transfer.day },
        ...{ method: 'bank transfer', reference: 'x', cartIds: [], ...more },
      },
    });
  const readCredit = async (id: string) =>
    (await app.as(admin).call('GET /families/:id/credit', { params: { id } })).body;

  it('pays for the seats that the office chooses, and what is left over stays as credit that pays for the next one', async () => {
    const { id, cartIds, parent } = await buildReserved([80, 30]);
    const [transfer] = await keep(`${inDays(-1)},Grandma,100.00`);
    const answer = await record(id, transfer!, {
      cartIds: cartIds.slice(0, 1),
      isRestCredit: true,
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(await readList()).toEqual([]);
    expect(await readCredit(id)).toMatchObject({ available: 2_000, refundable: 2_000 });
    expect(await readMailTo(app, parent, 'paid')).toMatchObject({ props: { asCredit: 2_000 } });
    const receipt = await app.as(parent).call('GET /receipts/:paymentId', {
      params: { paymentId: answer.body.transactionId },
    });
    expect(receipt.body).toMatchObject({ amount: 8_000, items: [{ amount: 8_000 }] });
    // The credit and more money pay for the other seat.
    const requestId = randomUUID();
    const pay = { requestId, amount: 3_000, method: 'credit', cartIds: cartIds.slice(1) };
    const short = await app.as(admin).call('POST /families/:id/payments', {
      params: { id },
      body: { ...pay, method: 'credit', day: inDays(0), reference: '' },
    });
    expect(short.body).toMatchObject({ code: 'credit_changed' });
    const [more] = await keep(`${inDays(0)},Grandma again,10.00`);
    expect((await record(id, more!, { isRestCredit: true })).status).toBe(200);
    const paid = await app.as(admin).call('POST /families/:id/payments', {
      params: { id },
      body: { ...pay, requestId: randomUUID(), method: 'credit', day: inDays(0), reference: '' },
    });
    expect(paid.status).toBe(200);
    expect(await readCredit(id)).toMatchObject({ available: 0 });
  });

  it('without a seat becomes credit, says so to the family, counts once in the books, and can go back', async () => {
    const parent = await buildUser(app);
    const id = parent._id.toHexString();
    const [transfer] = await keep(`${inDays(-1)},Grandma,70.00`);
    const refused = await record(id, transfer!, {});
    expect(refused.body).toMatchObject({ fields: { 'body.cartIds': 'Choose a seat.' } });
    const answer = await record(id, transfer!, { isRestCredit: true });
    expect(answer).toMatchObject({ status: 200 });
    expect(await record(id, transfer!, { isRestCredit: true })).toMatchObject({ status: 200 });
    expect(await readCredit(id)).toMatchObject({ available: 7_000 });
    expect(await readMailTo(app, parent, 'refunded')).toMatchObject({
      props: { isCredit: true, charge: { amount: 7_000 } },
    });
    const { payments } = app.services.database.collections;
    const [payment] = await payments.find({ userId: parent._id }).toArray();
    expect(payment?.movements).toMatchObject([
      { kind: 'begun', amount: 0 },
      { kind: 'paid', amount: 7_000 },
      { kind: 'credit', amount: -7_000 },
    ]);
    const back = { params: { id }, body: { amount: 7_000, note: 'They asked' } };
    expect((await app.as(admin).call('POST /families/:id/credit/refund', back)).status).toBe(200);
    expect(await readCredit(id)).toMatchObject({ available: 0 });
  });

  it('is booked whole, on its own day, and once, whoever of two clerks is first', async () => {
    const [one, other] = [await buildReserved([80]), await buildReserved([80])];
    const [transfer] = await keep(`${inDays(-2)},Grandma,100.00`);
    for (const wrong of [{ amount: 8_000 }, { day: inDays(0) }, { method: 'cash' }])
      expect(
        (await record(one.id, transfer!, { cartIds: one.cartIds, isRestCredit: true, ...wrong }))
          .body,
      ).toMatchObject({
        fields: { 'body.amount': expect.stringContaining('The bank’s list says $100') },
      });
    const both = await Promise.all(
      [one, other].map(({ id, cartIds }) => record(id, transfer!, { cartIds, isRestCredit: true })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { payments } = app.services.database.collections;
    const users = [one, other].map(({ parent }) => parent._id);
    expect(await payments.find({ userId: { $in: users } }).toArray()).toHaveLength(1);
    expect(await readList()).toEqual([]);
  });
});
