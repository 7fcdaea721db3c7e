import { LABELS } from '@speakifyr/contract/labels.ts';
import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { join } from 'node:path';
import { readMarkdown } from '@speakifyr/contract/read-markdown.ts';
import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFirstTexts } from '../../build/first-texts.ts';
import { setPageTexts } from '../lib/page-texts.ts';
import { renderApp } from '../testing/render.tsx';
import { answer, refuse } from '../testing/server.ts';
import { RefundPolicyPage } from './refund-policy-page.tsx';

const { refundPolicy, refundCases } = readFirstTexts(join(import.meta.dirname, '../..'));
const TEXTS = {
  refundPolicy: { version: '2026-11-26', parts: readMarkdown(refundPolicy, FIRST_SCHOOL) },
  refundCases: { version: '2026-11-26', parts: readMarkdown(refundCases, FIRST_SCHOOL) },
};
beforeEach(() => setPageTexts(TEXTS));
afterEach(() => setPageTexts());

test('the page shows the real policy: the periods that the school has set', async () => {
  answer('GET /refundPolicy', {
    version: 2,
    steps: [{ daysBefore: 21, percent: 80, fee: 500 }],
  });
  renderApp(<RefundPolicyPage />);

  expect(
    await screen.findByText(
      'If you cancel up to 21 days before the class starts, you get 80% of your money back, minus a fee of $5 USD.',
    ),
  ).toBeVisible();
  expect(screen.getByText('After that, there is no refund.')).toBeVisible();
});

test('without the server, the rest of the policy is there, and the periods can be loaded again', async () => {
  answer('GET /refundPolicy', () => refuse('internal'));
  renderApp(<RefundPolicyPage />);

  expect(screen.getByRole('heading', { name: 'If we cancel' })).toBeVisible();
  const problem = await screen.findByRole('alert');
  answer('GET /refundPolicy', DEFAULT_REFUND_TERMS);
  await userEvent.click(within(problem).getByRole('button', { name: LABELS.retry }));
  expect(await screen.findByText(/up to 14 days before the class starts/)).toBeVisible();
});
