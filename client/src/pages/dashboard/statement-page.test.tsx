import type { Statement } from '@speakifyr/contract/statements.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { StatementList } from '../../features/ledger/statements/statement-list.tsx';
import { paths } from '../../lib/paths.ts';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { StatementPage } from './statement-page.tsx';

const statement: Statement = {
  ...{ no: 12, number: 'S-000012', year: 2026, version: 2 },
  ...{ replaces: { no: 7, number: 'S-000007' }, replacedBy: null },
  issuedAt: '2027-01-20T08:00:00.000Z',
  seller: {
    ...{ name: 'Lake Camps Ltd', address: '1 Lake Road, Dhaka 1000, Bangladesh' },
    ...{ email: 'hello@speakifyr.test', phone: '', taxNumber: '12-3456789' },
  },
  payer: { name: 'Nora Feldsee', email: 'nora@speakifyr.test' },
  student_name: 'Mia',
  lines: [
    {
      ...{ className: 'Sailing', camp_start: '2026-08-03', camp_end: '2026-08-07' },
      ...{ dailyStart: '09:00', dailyEnd: '15:00', isCanceled: false, currency: 'USD' },
      kept: 6_950,
      entries: [
        {
          ...{ kind: 'paid', day: '2026-05-02', amount: 8_950, method: 'card' },
          ...{ isByHand: false, receipt: 'R-000123' },
        },
        {
          ...{ kind: 'returned', day: '2026-06-01', amount: 2_000, method: 'card' },
          ...{ isByHand: false, receipt: 'R-000123' },
        },
      ],
    },
    {
      ...{ className: 'Guitar', camp_start: '2026-09-01', camp_end: '2026-09-01' },
      ...{ dailyStart: null, dailyEnd: null, isCanceled: true, currency: 'USD' },
      kept: 1_000,
      entries: [
        {
          ...{ kind: 'paid', day: '2026-05-02', amount: 5_000, method: 'cash' },
          ...{ isByHand: false, receipt: 'R-000124' },
        },
        {
          ...{ kind: 'returned', day: '2026-07-01', amount: 4_000, method: 'cash' },
          ...{ isByHand: true, receipt: 'R-000124' },
        },
      ],
    },
  ],
  totals: [{ currency: 'USD', paid: 13_950, returned: 6_000, kept: 7_950 }],
};

function renderPages(at = '/dashboard/statements', user = student) {
  renderApp(
    <Routes>
      <Route path={paths.statements} element={<StatementList />} />
      <Route path={paths.statement} element={<StatementPage />} />
    </Routes>,
    { at, user },
  );
}

const mia = { participant: 'a'.repeat(24), student_name: 'Mia', year: 2026, latest: null };

// Rules: R330.
test('one press opens the statement of a child and a year, with every payment, refund and sum', async () => {
  const sent: unknown[] = [];
  answer('GET /myStatements', [mia, { ...mia, year: 2025 }]);
  answer('POST /myStatements', ({ body }) => {
    sent.push(body);
    return statement;
  });
  answer('GET /statements/:no', statement);
  renderPages();

  await userEvent.click(
    await screen.findByRole('button', { name: 'Open statement for Mia, 2026' }),
  );
  const paper = await screen.findByRole('article', { name: 'Statement for 2026 S-000012' });
  expect(sent).toEqual([{ participant: mia.participant, year: 2026 }]);
  expect(paper).toHaveTextContent('Tax number 12-3456789');
  expect(paper).toHaveTextContent('Version 2, replaces S-000007');
  expect(paper).toHaveTextContent('Paid for Mia in 2026.');
  expect(
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'ClassAfter refunds',
    'SailingMon 3 – Fri 7 August 2026, 9:00 AM – 3:00 PM2 May 2026: paid by card $89.50 USD, receipt R-0001231 June 2026: refunded to the card $20 USD$69.50 USD',
    'GuitarTue 1 September 2026Canceled2 May 2026: paid in cash $50 USD, receipt R-0001241 July 2026: refunded by hand $40 USD$10 USD',
    'Paid$139.50 USD',
    'Refunded−$60 USD',
    'Total after refunds$79.50 USD',
  ]);
  // None of it stayed as credit.
  expect(screen.queryByText(/kept as credit/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Print' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Statements' })).toHaveAttribute(
    'href',
    '/dashboard/statements',
  );
});

test('an older version says which one replaces it, and one from within its year until when it counts', async () => {
  const old = {
    ...{ version: 1, replaces: null, replacedBy: { no: 12, number: 'S-000012' } },
    issuedAt: '2026-06-20T08:00:00.000Z',
  };
  answer('GET /statements/:no', { ...statement, ...old });
  renderPages('/dashboard/statements/7');
  const paper = await screen.findByRole('article');
  expect(paper).toHaveTextContent('No longer up to date: replaced by S-000012.');
  expect(paper).toHaveTextContent('Paid for Mia in 2026, until 20 June 2026.');
  expect(within(paper).getByRole('link', { name: 'S-000012' })).toHaveAttribute(
    'href',
    '/dashboard/statements/12',
  );
});

test('an admin comes back to the families, and a strange statement is not there', async () => {
  answer('GET /statements/:no', () => refuse('not_found'));
  renderPages('/dashboard/statements/7', { ...student, role: 'admin' });
  expect(await screen.findByText('There is no such statement')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Families' })).toBeVisible();
});

test('a refusal is shown', async () => {
  answer('GET /myStatements', [mia]);
  answer('POST /myStatements', () => refuse('not_found'));
  renderPages();
  await userEvent.click(await screen.findByRole('button', { name: /^Open statement/ }));
  await waitFor(() => expect(screen.getByText('We could not find that.')).toBeVisible());
});

test('without payments there are no statements yet', async () => {
  answer('GET /myStatements', []);
  renderPages();
  expect(await screen.findByText('No statements yet')).toBeVisible();
});

// Rules: R615.
test('a statement names the tax in what was kept: in what was paid, without what came back', async () => {
  const vat = { name: 'VAT', percent: 19 };
  const [sailing] = statement.lines;
  const [paid, back] = sailing!.entries;
  const entries = [
    { ...paid!, taxes: [{ ...vat, amount: 1_429, of: 8_950 }] },
    { ...back!, taxes: [{ ...vat, amount: 319, of: 2_000 }] },
  ];
  answer('GET /statements/:no', { ...statement, lines: [{ ...sailing!, entries }] });
  renderPages('/dashboard/statements/12');
  expect(await screen.findByText('Includes 19% VAT: $11.10 USD')).toBeVisible();
});
