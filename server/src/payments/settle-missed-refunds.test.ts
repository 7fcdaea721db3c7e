import { expect, inject, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildClass, buildEnrolledSeat, confirmPayment } from '../testing/factories.ts';
import { makeDatabaseName, startTestApp, testVariables, useTestApp } from '../testing/test-app.ts';

// No webhooks arrive in these tests: the sandbox sends them to an address where nothing listens.

const variables = testVariables(makeDatabaseName());
const app = useTestApp(undefined, variables);

async function enroll() {
  const campClass = await buildClass(app, { sit: 3 });
  return { campClass, ...(await buildEnrolledSeat(app, campClass)) };
}

type Enrolled = Awaited<ReturnType<typeof enroll>>;

/** @returns the seats of the class, and the payment's status in the ledger */
async function read({ campClass, paymentId }: Enrolled) {
  const { classes, payments } = app.services.database.collections;
  const found = await classes.findOne({ _id: campClass._id });
  const payment = await payments.findOne({ _id: paymentId });
  return { sit: found?.sit, seats: found?.seats.length, status: payment?.status };
}

const FREED = { sit: 3, seats: 0, status: 'refunded' };
const TAKEN = { sit: 2, seats: 1, status: 'enrolled' };

/** Makes a call to Stripe as its dashboard does. */
async function callStripe(path: string, fields: Record<string, string>): Promise<string> {
  const answer = await fetch(`${inject('sandboxUrl')}/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams(fields),
  });
  if (!answer.ok) throw new Error(`Stripe: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

const refund = (payment_intent: string, more: Record<string, string> = {}) =>
  callStripe('refunds', { payment_intent, ...more });

// Rules: R18.
it('a refund without a webhook frees the seat within five minutes', async () => {
  const enrolled = await enroll();
  await runJobs(app.services);
  await refund(enrolled.paymentId);
  // Not every run asks Stripe.
  app.passMinutes(4);
  await runJobs(app.services);
  expect(await read(enrolled)).toEqual(TAKEN);
  app.passMinutes(1);
  await runJobs(app.services);
  expect(await read(enrolled)).toEqual(FREED);
  const { student } = enrolled;
  const query = { email: student.email };
  expect((await app.as(student).call('GET /myEnrolledClass', { query })).body).toEqual([]);
});

it('a starting server checks the last month, and three servers together free the seat once', async () => {
  const enrolled = await enroll();
  await refund(enrolled.paymentId);
  const started = await Promise.all([1, 2, 3].map(() => startTestApp(undefined, variables)));
  try {
    for (const server of started) server.passMinutes(29 * 24 * 60);
    await Promise.all(started.map(({ services }) => runJobs(services)));
    expect(await read(enrolled)).toEqual(FREED);
    expect(await readAuditLog(app, { target: enrolled.paymentId })).toHaveLength(1);
  } finally {
    await Promise.all(started.map((one) => one.close()));
  }
});

it('a partial refund keeps the seat', async () => {
  const enrolled = await enroll();
  await refund(enrolled.paymentId, { amount: '100' });
  app.passMinutes(5);
  await runJobs(app.services);
  expect(await read(enrolled)).toEqual(TAKEN);
});

it('a job reads all pages of Stripe’s list and skips refunds that are not ours', async () => {
  const enrolled = await enroll();
  await refund(enrolled.paymentId);
  // Newest first, 100 per page: ours is on the second page.
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      const id = await callStripe('payment_intents', { amount: '500', currency: 'usd' });
      await confirmPayment(id);
      await refund(id);
    }),
  );
  app.passMinutes(5);
  await runJobs(app.services);
  expect(await read(enrolled)).toEqual(FREED);
});

it('if Stripe is down, the other jobs go on, and the next check finds the refund', async () => {
  let isDown = true;
  const shaky = await startTestApp(
    ({ cardPayments }) => ({
      cardPayments: {
        ...cardPayments,
        listRefundsSince: (since) =>
          isDown ? Promise.reject(new Error('no answer')) : cardPayments.listRefundsSince(since),
      },
    }),
    variables,
  );
  try {
    const enrolled = await enroll();
    await refund(enrolled.paymentId);
    await runJobs(shaky.services);
    expect(await read(enrolled)).toEqual(TAKEN);
    isDown = false;
    shaky.passMinutes(5);
    await runJobs(shaky.services);
    expect(await read(enrolled)).toEqual(FREED);
  } finally {
    await shaky.close();
  }
});
