import { beforeAll, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import type { CreditNoteDocument, ReceiptDocument } from '../database/money-documents.ts';
import { ObjectId } from 'mongodb';
import { buildClass, buildEnrolledSeat, buildUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
let admin: UserDocument;
beforeAll(async () => {
  admin = await buildUser(app, 'admin');
  const { receipts, creditNotes } = app.services.database.collections;
  await receipts.insertMany([
    makeReceipt(1, '2027-03-01', 'Mia', 'Sailing', 5_000, 'usd'),
    makeReceipt(2, '2027-03-31', 'Tom', 'Guitar', 7_000, 'usd'),
    makeReceipt(12, '2027-04-01', 'Zoe', 'Sailing 2', 9_000, 'eur'),
  ]);
  await creditNotes.insertMany([
    makeNote(1, '2027-04-02', 2_000),
    makeNote(2, '2027-04-03', -2_000, 1),
  ]);
});

/** Issued at noon of the school's day. */
function makeReceipt(
  _id: number,
  day: string,
  name: string,
  className: string,
  amount: number,
  currency: string,
): ReceiptDocument {
  return {
    ...{ _id, amount, currency, paymentId: `pi_${_id}`, issuedAt: new Date(`${day}T06:00:00Z`) },
    seller: { name: 'School', address: 'Lake', email: 'school@camp.test', phone: '1' },
    payer: { name, email: `${name.toLowerCase()}@camp.test` },
    items: [
      {
        ...{ seatId: new ObjectId(), className, studentName: name, amount },
        ...{ camp_start: '2027-07-01', camp_end: '2027-07-05' },
      },
    ],
  };
}

function makeNote(
  _id: number,
  day: string,
  amount: number,
  takesBack?: number,
): CreditNoteDocument {
  const { items, ...receipt } = makeReceipt(_id, day, 'Mia', 'Sailing', amount, 'usd');
  const reason = 'dispute' as const;
  return {
    ...receipt,
    ...{ paymentId: 'pi_1', refundId: `re_${_id}`, receiptNumber: 1 },
    ...(takesBack && { takesBack }),
    lines: items.map(({ className, studentName }) => ({ className, studentName, reason, amount })),
  };
}

// Rules: R207, R502.
it('an accountant reads them all without a payer, and no search tells whose they are', async () => {
  const accountant = await buildUser(app, 'admin', 'accountant');
  const read = async (query: object) =>
    (await app.as(accountant).call('GET /papers', { query })).body;
  const all = await read({ all: 'true' });
  expect(all).toMatchObject([
    { _id: 'R-000012', name: null, email: null, classNames: ['Sailing 2'], amount: 9_000 },
    { _id: 'R-000002', name: null, email: null },
    { _id: 'R-000001', name: null, email: null },
  ]);
  expect(JSON.stringify(all)).not.toMatch(/Mia|Tom|Zoe|@camp/i);
  for (const search of ['mia', 'tom@camp']) {
    expect(await read({ search })).toEqual([]);
    for (const name of ['GET /paperTotals', 'GET /paymentTotals'] as const)
      expect((await app.as(accountant).call(name, { query: { search } })).body).toEqual([]);
  }
  expect(await read({ search: 'guitar' })).toMatchObject([{ _id: 'R-000002' }]);
  expect(await read({ search: 'R-1' })).toMatchObject([{ _id: 'R-000001' }]);
});

async function list(query: object): Promise<string[]> {
  const answer = await app.as(admin).call('GET /papers', { query });
  return answer.body.map(({ _id }) => _id);
}

it('the receipts and the credit notes are lists, newest first, with pages', async () => {
  expect(await list({})).toEqual(['R-000012', 'R-000002', 'R-000001']);
  expect(await list({ sort: 'issuedAt', size: 2, page: 2 })).toEqual(['R-000012']);
  const query = { kind: 'credit note' as const };
  const notes = await app.as(admin).call('GET /papers', { query });
  expect(notes.headers['x-total-count']).toBe('2');
  expect(notes.body).toMatchObject([
    { _id: 'C-000002', amount: -2_000, corrects: 'C-000001', paymentId: 'pi_1', no: 2 },
    { _id: 'C-000001', amount: 2_000, corrects: 'R-000001', classNames: ['Sailing'] },
  ]);
});

it.each([
  ['R-000012', ['R-000012']],
  ['r-2', ['R-000002']],
  ['2', ['R-000012', 'R-000002']],
  ['C-1', []],
  ['tom@camp', ['R-000002']],
  ['mia', ['R-000001']],
  ['sailing', ['R-000012', 'R-000001']],
])('a search for %s finds a number, a name, an email or a class', async (search, found) => {
  expect(await list({ search })).toEqual(found);
});

it('first and last day are the school’s, and the totals are sums of what is shown', async () => {
  const query = { from: '2027-03-31', to: '2027-04-01' };
  expect(await list(query)).toEqual(['R-000012', 'R-000002']);
  const sum = async (wanted: object) =>
    (await app.as(admin).call('GET /paperTotals', { query: wanted })).body;
  expect(await sum(query)).toEqual([
    { currency: 'EUR', count: 1, amount: 9_000 },
    { currency: 'USD', count: 1, amount: 7_000 },
  ]);
  expect(await sum({ search: 'sailing' })).toEqual([
    { currency: 'EUR', count: 1, amount: 9_000 },
    { currency: 'USD', count: 1, amount: 5_000 },
  ]);
  expect(await sum({ kind: 'credit note' })).toEqual([{ currency: 'USD', count: 2, amount: 0 }]);
});

// Rules: R502.
it('an accountant opens papers and payments, without the family', async () => {
  const accountant = await buildUser(app, 'admin', 'accountant');
  const { student, paymentId } = await buildEnrolledSeat(app, await buildClass(app, { price: 20 }));
  const { cartId } = (
    await app.as(admin).call('GET /receipts/:paymentId', { params: { paymentId } })
  ).body.items[0]!;
  const refund = { note: 'Sorry', paymentId, cartId: cartId ?? '', keepsSeat: true, amount: 500 };
  await app.as(admin).call('POST /refunds', { body: refund });
  const as = app.as(accountant);
  const receipt = await as.call('GET /receipts/:paymentId', { params: { paymentId } });
  const notes = (await as.call('GET /papers', { query: { kind: 'credit note' } })).body;
  const note = notes.find((one) => one.paymentId === paymentId);
  const paper = await as.call('GET /creditNotes/:no', { params: { no: note?.no ?? 0 } });
  const found = await as.call('GET /payments', { query: { search: paymentId } });
  expect(receipt.body).toMatchObject({ amount: 2_000, payer: { name: '' } });
  expect(paper.body).toMatchObject({ amount: 500, payer: { name: '' } });
  expect(found.body).toMatchObject([{ _id: paymentId, amount: 2_000, name: '' }]);
  const all = JSON.stringify([receipt.body, paper.body, found.body]);
  for (const secret of [student.name, student.email]) expect(all).not.toContain(secret);
  expect((await as.call('GET /payments', { query: { search: student.email } })).body).toEqual([]);
});
