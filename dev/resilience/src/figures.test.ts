import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  listPeopleRows,
  sumPaid,
} from '../../../client/src/features/class-admin/people/people-file.ts';
import {
  HEADINGS,
  listMovementRows,
} from '../../../client/src/features/ledger/payments/payments-file.ts';
import { listRosterRows } from '../../../client/src/features/roster/roster-file.ts';
import type { CsvCell } from '../../../client/src/lib/csv.ts';
import { readToday } from '../../../server/src/school-time.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { taxIn } from '@speakifyr/contract/tax.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { buildUser } from '../../../server/src/testing/factories.ts';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { buildFigureSchool, type FigureSchool } from './testing/figure-school.ts';
import { recompute } from './testing/recompute.ts';
import { recomputeDay } from './testing/recompute-day.ts';
import { createRandom, SEED, SEED_PREFIX } from './random.ts';

// The CSV files are written in the browser, which reads these settings from the page.
vi.mock('../../../client/src/lib/config.ts', () => ({
  timeZone: 'Asia/Dhaka',
  currency: 'USD',
  currencyLabel: '',
}));

const DAYS = 10;
const ACTS_A_DAY = 3;

let app: TestApp;
let school: FigureSchool;
/** What the school had more, or less, at the end of each day, in cents. */
const diary = new Map<string, number>();

const SALES_TAX = { name: 'Sales tax', percent: 8.875, isAdded: true };

// Rules: R20, R261, R290, R629.
test.each([
  { of: 'a school', change: {} },
  { of: 'a school that adds a tax', change: { tax: SALES_TAX } },
])('every figure of $of, and every CSV file, is what the collections say', async ({ change }) => {
  app = await startTestApp(undefined, {}, { timeZone: 'Asia/Dhaka', ...change });
  onTestFinished(() => app.close());
  school = await buildFigureSchool(app, createRandom(SEED));
  diary.clear();
  let before = 0;
  for (let day = 0; day < DAYS; day += 1) {
    for (let family = 0; day < DAYS / 2 && family < 2; family += 1) await school.join();
    for (let act = 0; act < ACTS_A_DAY; act += 1) await school.act();
    const { kept } = await recompute(app.services.database.collections);
    diary.set(readToday(app.services), kept - before);
    before = kept;
    app.passMinutes(24 * 60);
  }
  const admin = await buildUser(app, 'admin');
  const at = `${SEED_PREFIX}${school.acts.join(', ')}`;
  await checkHome(admin, at);
  await checkDayList(admin, at);
  await checkPayments(admin, at);
  await checkMonths(admin, at);
  await checkClasses(admin, at);
  await checkPayers(at);
  // The school was not idle, whatever the seed.
  expect(school.acts.length, at).toBeGreaterThanOrEqual(DAYS * ACTS_A_DAY);
});

type Person = { email: string };

async function checkHome(admin: Person, at: string) {
  const { email } = admin;
  const truth = await recompute(app.services.database.collections);
  const { body } = await app.as(admin).call('GET /adminStats', { query: { email } });
  expect(body, at).toMatchObject({
    totalClasses: truth.classes.length,
    totalEnrolledClass: truth.people,
    totalUser: truth.users,
    totalTransaction: truth.kept / 100,
    fillByClass: truth.classes.map(({ id, enrolled, held, sit }) => ({
      ...{ _id: id, enrolled: enrolled.length, held, sit },
    })),
  });
  for (const { day, amount } of body.earningsByDay)
    expect(amount * 100, `${at}; ${day}`).toBeCloseTo(diary.get(day) ?? 0, 6);
}

/** Counts and sums of the day's list, from the collections and the diary. */
async function checkDayList(admin: Person, at: string) {
  const { body } = await app.as(admin).call('GET /dayList');
  const truth = await recomputeDay(app);
  expect(body, at).toMatchObject(truth);
  const today = readToday(app.services);
  for (const period of ['week', 'month', 'season'] as const) {
    const { from, now, lastYear } = body[period];
    const within = [...diary].filter(([day]) => day >= from && day <= today);
    const amount = within.reduce((sum, [, kept]) => sum + kept, 0);
    expect([now.amount, lastYear.amount], `${at}; ${period} from ${from}`).toEqual([amount, 0]);
  }
}

async function checkPayments(admin: Person, at: string) {
  const truth = await recompute(app.services.database.collections);
  const { body: all } = await app.as(admin).call('GET /payments', { query: { size: 100 } });
  expect(all.length, at).toBe(truth.payments.length);
  for (const listed of all) {
    const payment = truth.payments.find(({ id }) => id === listed._id);
    const movements = listed.movements.reduce((sum, { amount }) => sum + amount, 0);
    expect([listed.kept, movements], `${at}; ${listed._id}`).toEqual([
      payment?.kept,
      payment?.kept,
    ]);
    expect(listed.refunds.map(({ amount, state }) => [amount, state])).toEqual(payment?.refunds);
  }
  await checkTotals(admin, all, {}, truth.kept, at);
  for (const [day, kept] of diary) await checkTotals(admin, all, { from: day, to: day }, kept, at);
  const [total] = (await app.as(admin).call('GET /paymentTotals', { query: {} })).body;
  expect(total, at).toMatchObject({ paid: truth.paid, open: truth.open, neverPaid: truth.never });
}

/** The rows of the months sum up to what the diary says of their days, and so do their classes and seasons. */
async function checkMonths(admin: Person, at: string) {
  const { body: months } = await app.as(admin).call('GET /months');
  for (const { month } of months) {
    const where = `${at}; ${month}`;
    const params = { month };
    const { body: rows } = await app.as(admin).call('GET /months/:month/rows', { params });
    const { body: sums } = await app.as(admin).call('GET /months/:month', { params });
    const days = [...diary].filter(([day]) => day.startsWith(month));
    const kept = days.reduce((sum, [, amount]) => sum + amount, 0);
    const moved = rows.filter(({ kind }) => kind !== 'fee');
    expect(sumAmounts(moved), where).toBe(kept);
    for (const [day, amount] of days)
      expect(sumAmounts(moved.filter((row) => row.day === day)), `${where}; ${day}`).toBe(amount);
    for (const { shares, amount } of moved) expect(sumAmounts(shares), where).toBe(amount);
    checkTaxes(sums, moved, where);
    for (const list of [sums.classes, sums.seasons])
      expect(
        list.reduce((sum, one) => sum + one.kept, 0),
        where,
      ).toBe(kept);
  }
}

/** All that this school sells has its tax in it, and the month's is that of its rows. */
function checkTaxes(
  { taxes }: Output<Contract['GET /months/:month']>,
  rows: Output<Contract['GET /months/:month/rows']>,
  where: string,
) {
  const { percent } = SCHOOL.tax;
  const all = rows.flatMap(({ amount, taxes: inRow = [] }) => {
    const [tax] = inRow;
    expect(tax?.of, where).toBe(percent > 0 ? amount : undefined);
    // Each of the two seats of a payment is rounded by itself.
    const atOnce = taxIn(SCHOOL.tax, amount).amount;
    expect(Math.abs((tax?.amount ?? 0) - atOnce), where).toBeLessThanOrEqual(1);
    return inRow;
  });
  expect(sumAmounts(taxes), where).toBe(sumAmounts(all));
  const kept = taxes.reduce((sum, { of }) => sum + of, 0);
  expect(kept, where).toBe(percent > 0 ? sumAmounts(rows) : 0);
}

/** The totals and the CSV file of some days have the same sums, and those of the diary. */
async function checkTotals(
  admin: Person,
  all: Output<Contract['GET /payments']>,
  days: { from?: string; to?: string },
  kept: number,
  at: string,
) {
  const where = `${at}; ${days.from ?? 'all days'}`;
  const [total] = (await app.as(admin).call('GET /paymentTotals', { query: days })).body;
  expect(total?.kept ?? 0, where).toBe(kept);
  const query = { size: 100, ...days };
  const { body: found } = await app.as(admin).call('GET /payments', { query });
  // No payment that the list of these days leaves out has a line for them.
  expect(listMovementRows(all, days), where).toEqual(listMovementRows(found, days));
  const rows = listMovementRows(found, days);
  const refunded = (total?.refunded.amount ?? 0) - (total?.cameBack.amount ?? 0);
  expect(sumColumn(rows, 'Paid'), where).toBe(total?.paid.amount ?? 0);
  expect(sumColumn(rows, 'Refunded'), where).toBe(-refunded + 0);
  expect(sumColumn(rows, 'Kept'), where).toBe(kept);
}

/** In cents. */
function sumColumn(rows: CsvCell[][], heading: string): number {
  const column = HEADINGS.indexOf(heading);
  return rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);
}

async function checkClasses(admin: Person, at: string) {
  const truth = await recompute(app.services.database.collections);
  const { body: list } = await app.as(admin).call('GET /classList', { query: { size: 100 } });
  const { body: managed } = await app.as(admin).call('GET /adminClasses');
  for (const { id, instructor, enrolled, held, sit, refunds } of truth.classes) {
    const where = `${at}; class ${id}`;
    const counts = { enrolled: enrolled.length, held, sit };
    expect(
      list.find(({ _id }) => _id === id),
      where,
    ).toMatchObject(counts);
    const { body } = await app.as(admin).call('GET /classPeople/:id', { params: { id } });
    const left = new Map(body.enrolled.map((person) => [person.entry_code, person.left]));
    expect(left, where).toEqual(new Map(enrolled.map((seat) => [seat.code, seat.left])));
    const paid = enrolled.reduce((sum, seat) => sum + seat.left, 0);
    expect(sumPaid(body).get('USD') ?? 0, where).toBe(paid);
    expect(managed.find(({ _id }) => _id === id)?.paid, where).toBe(paid / 100);
    const shown = body.refunded.map(({ refundId, amount, state }) => [refundId, amount, state]);
    expect(shown.sort(), where).toEqual(refunds.sort());

    const [headings = [], ...rows] = listPeopleRows(body);
    const sum = (heading: string, sign: 1 | -1) =>
      rows
        .map((row) => ({ row, state: row[headings.indexOf('State')] }))
        .filter(({ state }) => (state === 'enrolled') === sign > 0 && state !== 'held')
        .reduce(
          (cents, { row }) => cents + Math.round(Number(row[headings.indexOf(heading)]) * 100),
          0,
        );
    expect(sum('Paid and not given back', 1), where).toBe(paid);
    expect(-sum('Paid and not given back', -1) + 0, where).toBe(
      refunds.reduce((cents, row) => cents + row[1], 0),
    );

    if (!instructor) continue;
    const { email } = instructor;
    const stats = await app.as(instructor).call('GET /instructorStats', { query: { email } });
    expect(stats.body, where).toMatchObject({
      ...{ totalEnrolled: enrolled.length, earned: paid / 100, sit },
    });
    const roster = await app.as(instructor).call('GET /enrolledStudents', { query: { email } });
    const lines = listRosterRows(roster.body.students, undefined).slice(1);
    expect(
      lines.map(([code]) => code),
      where,
    ).toEqual(enrolled.map(({ code }) => code));
  }
}

/** The tiles of each student who paid for a seat. */
async function checkPayers(at: string) {
  const seats = (await recompute(app.services.database.collections)).classes.flatMap(
    ({ enrolled }) => enrolled,
  );
  for (const email of new Set(seats.map(({ payer }) => payer))) {
    const own = seats.filter(({ payer }) => payer === email);
    const { body } = await app.as({ email }).call('GET /userStats', { query: { email } });
    const paid = own.reduce((sum, { left }) => sum + left, 0);
    expect(body, `${at}; ${email}`).toMatchObject({
      ...{ totalEnrolled: own.length, totalSpend: paid / 100 },
    });
  }
}
