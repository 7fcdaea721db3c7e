import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDisputes } from '../payments/disputes.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import { SAMPLE_CONTEXT } from '../testing/letter-samples.ts';
import { readMailTo } from '../testing/mails.ts';
import { createMoves } from '../testing/moves.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { closeDispute, disputePayment } from '../testing/stripe-dashboard.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { LetterFacts } from './letters/facts.ts';
import { writeRefunded } from './letters/refunded.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { buildMove, listPaid, moveAndPay } = createMoves(() => app);

it.each([
  [
    'the school has returned',
    async (difference: string) => {
      await refundAtDashboard(difference);
      await readRefunds(difference, app.services);
    },
    'The school has returned a part of your payment. Your seats stay.',
  ],
  [
    'the bank has taken back',
    async (difference: string) => {
      await disputePayment(difference);
      await closeDispute(difference, 'lost');
      await readDisputes(difference, app.services);
    },
    'Your bank has taken back a part of what you paid. Your seats stay.',
  ],
])(
  'the email about the price of a move that %s says that the seat stays',
  async (_who, take, text) => {
    const moving = await buildMove(80);
    await take(await moveAndPay(moving, moving.to));
    expect(await listPaid(moving.to)).toEqual([moving.cartId]);
    const read = await readMailTo(app, moving.student, 'refunded');
    const facts = read?.facts as LetterFacts['refunded'];
    expect(facts.lost).toEqual([]);
    const { parts } = writeRefunded(facts, {
      ...SAMPLE_CONTEXT,
      to: { name: 'Ann', address: moving.student.email },
    });
    expect(parts[0]).toEqual({ kind: 'text', text });
  },
);
