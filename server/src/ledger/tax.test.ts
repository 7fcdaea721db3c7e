import { taxIn } from '@speakifyr/contract/tax.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { afterEach, expect, it } from 'vitest';
import { readToday } from '../school-time.ts';
import { buildUser, useUser } from '../testing/factories.ts';
import { buildPaidSeats } from '../testing/refunds.ts';
import { setUpSchool } from '../testing/school.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const VAT = { name: 'VAT', percent: 19 };

afterEach(() => setUpSchool());

const give = (paymentId: string, amount: number) =>
  app.as(admin).call('POST /refunds', { body: { paymentId, amount, note: 'Rain.' } });

async function readReceipt(person: { email: string }, paymentId: string) {
  return (await app.as(person).call('GET /receipts/:paymentId', { params: { paymentId } })).body;
}

async function readMonth() {
  const params = { month: readToday(app.services).slice(0, 7) };
  const sums = await app.as(admin).call('GET /months/:month', { params });
  const rows = await app.as(admin).call('GET /months/:month/rows', { params });
  return { taxes: sums.body.taxes, rows: rows.body };
}

// Rules: R615.
it('a school without a tax has none on any paper', async () => {
  const { student, paymentId } = await buildPaidSeats(app, [5_000]);
  const receipt = await readReceipt(student, paymentId);
  expect(receipt).not.toHaveProperty('taxes');
  expect(receipt.seller).not.toHaveProperty('taxNumber');
  expect((await readMonth()).taxes).toEqual([]);
});

it('receipts, credit notes, statements and accounting name the tax in the same amounts', async () => {
  setUpSchool({ tax: VAT, taxNumber: 'DE 123' });
  const { student, paymentId } = await buildPaidSeats(app, [4_999, 6_000]);
  await give(paymentId, 1_501);
  const receipt = await readReceipt(student, paymentId);
  // 109.99 / 1.19 = 92.43
  expect(receipt).toMatchObject({ amount: 10_999, taxes: [{ ...VAT, amount: 1_756, of: 10_999 }] });
  expect(receipt.seller.taxNumber).toBe('DE 123');

  const no = String(receipt.refunds[0]?.creditNote);
  const note = await app.as(student).call('GET /creditNotes/:no', { params: { no } });
  expect(note.body).toMatchObject({ amount: 1_501, taxes: [{ ...VAT, amount: 240 }] });
  expect(note.body.seller.taxNumber).toBe('DE 123');

  const { taxes, rows } = await readMonth();
  expect(taxes).toEqual([{ ...VAT, currency: 'USD', amount: 1_756 - 240, of: 10_999 - 1_501 }]);
  const ofPayment = rows.filter((row) => row.paymentId === paymentId && row.kind !== 'fee');
  expect(ofPayment.map(({ taxes: [tax] = [] }) => tax?.amount)).toEqual([1_756, -240]);
  expect(rows.filter(({ kind }) => kind === 'fee').some((row) => row.taxes)).toBe(false);

  const year = Number(readToday(app.services).slice(0, 4));
  const [choice] = (await app.as(student).call('GET /myStatements')).body;
  const { body: statement } = await app
    .as(student)
    .call('POST /myStatements', { body: { participant: choice?.participant ?? '', year } });
  const entries = statement.lines.flatMap((line) => line.entries);
  const taxOf = (kind: string) =>
    sumAmounts(
      entries.filter((entry) => entry.kind === kind).flatMap((entry) => entry.taxes ?? []),
    );
  // Each seat's part is rounded by itself.
  expect(taxOf('paid')).toBe(taxIn(VAT, 4_999).amount + taxIn(VAT, 6_000).amount);
  expect(entries.every(({ taxes: [tax] = [] }) => tax?.percent === 19)).toBe(true);
});

it('another rate holds for receipts from then on; a credit note has the rate of its receipt', async () => {
  setUpSchool({ tax: VAT });
  const { student, paymentId } = await buildPaidSeats(app, [11_900]);
  await readReceipt(student, paymentId);
  setUpSchool({ tax: { name: 'Sales tax', percent: 7.75 } });
  await give(paymentId, 1_190);
  const old = await readReceipt(student, paymentId);
  expect(old.taxes).toEqual([{ ...VAT, amount: 1_900, of: 11_900 }]);
  const no = String(old.refunds[0]?.creditNote);
  const note = await app.as(student).call('GET /creditNotes/:no', { params: { no } });
  expect(note.body.taxes).toEqual([{ ...VAT, amount: 190, of: 1_190 }]);
  const later = await buildPaidSeats(app, [10_000]);
  expect((await readReceipt(later.student, later.paymentId)).taxes).toEqual([
    {
      ...{ name: 'Sales tax', percent: 7.75 },
      ...{ amount: 719, of: 10_000 },
    },
  ]);
});

it('a rate that cannot be, or one without a name, is refused', async () => {
  const director = await buildUser(app, 'admin');
  const { body: school } = await app.as(director).call('GET /school');
  for (const tax of [
    { name: 'VAT', percent: 101 },
    { name: 'VAT', percent: -1 },
    { name: 'VAT', percent: 8.8755 },
    { name: ' ', percent: 19 },
    { name: 'VAT', percent: 19, extras: 101 },
    { name: 'VAT', percent: 0 },
    { name: '', percent: 0, extras: 7 },
  ]) {
    const answer = await app.as(director).call('PUT /school', { body: { ...school, tax } });
    expect(answer.status, JSON.stringify(tax)).toBe(400);
  }
});
