import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildCredit, startMixed } from '../testing/credit.ts';
import {
  buildClass,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const month = () => inDays(0).slice(0, 7);
const readTotals = async () =>
  (await app.as(admin).call('GET /paymentTotals', { query: {} })).body[0];
const readRows = async (paymentIds: string[]) => {
  const query = { page: '1', size: '100' };
  const answer = await app
    .as(admin)
    .call('GET /months/:month/rows', { params: { month: month() }, query });
  return answer.body
    .filter(({ paymentId, kind }) => paymentIds.includes(paymentId) && kind !== 'fee')
    .map(({ paymentId, kind, method, amount }) => [paymentId, kind, method, amount]);
};
async function hold(person: { email: string }, price: number) {
  const campClass = await buildClass(app, { price, name: `Class of ${price}` });
  return { campClass, cartId: (await holdSeatOf(app, person, campClass)).cartId };
}

// Rules: R364.
it('in totals, months, papers, statements and emails, credit is no income, and nothing counts twice', async () => {
  const parent = await buildUser(app);
  const source = await buildCredit(app, parent, 100);
  expect(await readTotals()).toMatchObject({
    ...{ paid: { count: 1, amount: 10_000 }, refunded: { count: 0, amount: 0 } },
    ...{ credit: 10_000, kept: 0 },
  });
  expect(await readMailTo(app, parent, 'seat canceled')).toMatchObject({
    props: { money: { refund: { amount: 0 }, credit: { amount: 10_000 }, state: null } },
  });

  const whole = await hold(parent, 30);
  const spent = await app.as(parent).call('POST /creditPayments', {
    body: { requestId: randomUUID(), cartIds: [whole.cartId], price: 30 },
  });
  const part = await hold(parent, 90);
  const byCard = await startMixed(app, parent, {
    ...{ cartId: part.cartId, price: 90, credit: 5_000 },
  });
  await confirmPayment(byCard);
  await recordPayment(app, parent, byCard);
  expect(
    (await app.as(parent).call('POST /myCredit/refund', { body: { amount: 2_000 } })).status,
  ).toBe(200);

  // 140 arrived by card, 20 was refunded: 120 are at Stripe, for seats of 30 and 90.
  expect(await readTotals()).toMatchObject({
    ...{ paid: { count: 2, amount: 14_000 }, refunded: { count: 1, amount: 2_000 } },
    ...{ credit: 0, kept: 12_000 },
  });
  const beside = `credit_${byCard}`;
  const creditId = spent.body.transactionId;
  expect(await readRows([source.paymentId, creditId, byCard, beside])).toEqual(
    expect.arrayContaining([
      [source.paymentId, 'charge', 'card', 10_000],
      [source.paymentId, 'kept as credit', 'credit', -10_000],
      [creditId, 'paid with credit', 'credit', 3_000],
      [byCard, 'charge', 'card', 4_000],
      [beside, 'paid with credit', 'credit', 5_000],
      [source.paymentId, 'credit taken back', 'credit', 2_000],
      [source.paymentId, 'refund', 'card', -2_000],
    ]),
  );
  const { classes } = (
    await app.as(admin).call('GET /months/:month', { params: { month: month() } })
  ).body;
  expect(classes.map(({ className, charged, kept }) => [className, charged, kept])).toEqual(
    expect.arrayContaining([
      [source.campClass.name, 10_000, 0],
      [whole.campClass.name, 3_000, 3_000],
      [part.campClass.name, 9_000, 9_000],
    ]),
  );

  const year = Number(inDays(0).slice(0, 4));
  const statement = await app
    .as(parent)
    .call('POST /myStatements', { body: { participant: 'me', year } });
  expect(statement.body.totals).toMatchObject([{ paid: 22_000, returned: 10_000, kept: 12_000 }]);
  expect(
    statement.body.lines.flatMap(({ entries }) =>
      entries.map(({ kind, method, amount }) => [kind, method, amount]),
    ),
  ).toEqual(
    expect.arrayContaining([
      ['returned', 'credit', 10_000],
      ['paid', 'credit', 3_000],
      ['paid', 'credit', 5_000],
      ['paid', 'card', 4_000],
    ]),
  );
  // One email for both parts, and a receipt for each.
  expect(
    await app.services.database.collections.outbox.countDocuments({ _id: `paid-${beside}` }),
  ).toBe(0);
  for (const [paymentId, amount, method] of [
    [byCard, 4_000, 'card'],
    [beside, 5_000, 'credit'],
  ] as const)
    expect(
      (await app.as(parent).call('GET /receipts/:paymentId', { params: { paymentId } })).body,
    ).toMatchObject({ amount, method, kept: amount });
  const note = await app.as(parent).call('GET /creditNotes/:no', { params: { no: '1' } });
  expect(note.body).toMatchObject({ paymentId: source.paymentId, amount: 10_000, state: 'credit' });
  // What was refunded of the credit corrects nothing more.
  expect((await app.as(parent).call('GET /creditNotes/:no', { params: { no: '2' } })).status).toBe(
    404,
  );
});
