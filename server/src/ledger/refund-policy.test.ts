import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { expect, it } from 'vitest';
import {
  buildClass,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { useTestApp } from '../testing/test-app.ts';
import { changeRefundPolicy, getRefundTerms } from './refund-policy.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const read = () => getRefundTerms(app.services);
const save = (version: number, ...steps: [daysBefore: number, percent: number, fee?: number][]) =>
  app.as(admin).call('PUT /refundPolicy', {
    body: {
      version,
      steps: steps.map(([daysBefore, percent, fee = 0]) => ({ daysBefore, percent, fee })),
    },
  });

// Rules: R157, R158.
it('everybody reads the policy, and an admin changes it, with an entry in the audit log', async () => {
  const ask = async () => (await app.call('GET /refundPolicy')).body;
  expect(await ask()).toEqual(DEFAULT_REFUND_TERMS);
  expect((await save(0, [21, 90, 500], [7, 40, 300])).body).toMatchObject({ version: 1 });
  expect(await ask()).toEqual({
    version: 1,
    steps: [
      { daysBefore: 21, percent: 90, fee: 500 },
      { daysBefore: 7, percent: 40, fee: 300 },
    ],
  });
  expect(await readAuditLog(app, { action: 'change refund policy' })).toMatchObject([
    {
      ...{ who: admin.email, before: { steps: DEFAULT_REFUND_TERMS.steps } },
      after: { steps: [{ percent: 90 }, { percent: 40 }] },
    },
  ]);
});

it('two admins who change the policy at once: one has to look again', async () => {
  await app.services.database.collections.settings.deleteMany({});
  // The school's first policy, and its second one.
  for (const version of [0, 1]) {
    const change = (daysBefore: number) =>
      changeRefundPolicy(
        { version, steps: [{ daysBefore, percent: 100, fee: 0 }] },
        admin,
        app.services,
      );
    const answers = await Promise.allSettled([10, 20, 30].map(change));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(await save(version, [40, 100])).toMatchObject({ body: { code: 'policy_changed' } });
    expect((await read()).version).toBe(version + 1);
  }
});

it('a later period ends later and gives back no more', async () => {
  const { version } = await read();
  expect((await save(version, [7, 100], [7, 50])).status).toBe(400);
  expect((await save(version, [7, 100], [14, 50])).status).toBe(400);
  const more = await save(version, [14, 50], [7, 60]);
  expect(more.status).toBe(400);
  expect(more.body.fields?.['body.steps.1.percent']).toContain('Must be 50 or less');
  // One that is wrong by itself is not compared.
  const none = await save(version, [14, 0, 5], [7, 60]);
  expect(Object.keys(none.body.fields ?? {})).toEqual(['body.steps.0.percent']);
  expect((await save(version, [14, 0])).status).toBe(400);
  // A fee weighs more on a cheap class: of 10, 0 would be refunded at first and 5 later.
  const higher = await save(version, [14, 100, 1_000], [3, 50]);
  expect(higher.status).toBe(400);
  expect(higher.body.fields?.['body.steps.1.fee']).toContain(
    'not even of a cheap class. The fee must be at least 5.',
  );
  // No refunds at all is a policy, too.
  expect((await save(version)).body).toMatchObject({ steps: [] });
});

it('a seat keeps the terms under which its payment began; a new policy begins a new payment', async () => {
  const { version } = (await save((await read()).version, [14, 100])).body;
  const campClass = await buildClass(app, { price: 30 });
  const student = await buildUser(app);
  const { cartId } = await holdSeatOf(app, student, campClass);
  const first = await startPaymentOf(app, student, { cartId, price: 30 });
  expect(await startPaymentOf(app, student, { cartId, price: 30 })).toBe(first);
  await save(version, [30, 50]);
  const second = await startPaymentOf(app, student, { cartId, price: 30 });
  expect(second).not.toBe(first);
  const { payments } = app.services.database.collections;
  expect(await payments.findOne({ _id: first })).toMatchObject({ status: 'canceled' });
  await save(version + 1, [60, 10]);
  await confirmPayment(second);
  await recordPayment(app, student, second);
  expect(await payments.findOne({ _id: second })).toMatchObject({
    status: 'enrolled',
    terms: { version: version + 1, steps: [{ daysBefore: 30, percent: 50 }] },
  });
});
