import type { ListedPaper } from '@speakifyr/contract/papers.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { location, renderApp, student } from '../../../testing/render.tsx';
import { answer, breakConnection, pageOf } from '../../../testing/server.ts';
import { watchDownload } from '../../../testing/watch-download.ts';
import { PaperList } from './paper-list.tsx';

const receipt: ListedPaper = {
  ...{ _id: 'R-000012', kind: 'receipt', no: 12, paymentId: 'pi_ada', corrects: null },
  ...{ name: 'Ada Byron', email: 'ada@speakifyr.test', classNames: ['Sailing', 'Guitar'] },
  ...{ amount: 8_950, currency: 'USD', issuedAt: '2027-05-01T20:00:00.000Z' },
};

const correction: ListedPaper = {
  ...receipt,
  ...{ _id: 'C-000003', kind: 'credit note', no: 3, amount: -2_000, corrects: 'C-000002' },
};

function renderPapers({
  at = '/dashboard/papers',
  papers = [receipt],
  ...options
}: { at?: string; papers?: ListedPaper[] } & Parameters<typeof renderApp>[1] = {}) {
  const asked: Record<string, string>[] = [];
  answer('GET /papers', ({ query }) => {
    asked.push(query);
    return pageOf(papers, papers.length);
  });
  answer('GET /paperTotals', ({ query }) => {
    asked.push(query);
    return [
      { currency: 'EUR', count: 1, amount: 1_000 },
      { currency: 'USD', count: 2, amount: 8_950 },
    ];
  });
  renderApp(<PaperList />, { at, ...options });
  return asked;
}

// Rules: R207, R502.
test('a receipt says when it was issued, for whom and how much, and leads to its paper', async () => {
  renderPapers();
  const row = within(await screen.findByRole('row', { name: /Ada Byron/ }));
  expect(row.getByRole('link', { name: 'R-000012' })).toHaveAttribute(
    'href',
    '/dashboard/receipts/pi_ada',
  );
  expect(row.getByRole('cell', { name: 'Sun 2 May 2027 2:00 AM Dhaka time' })).toBeVisible();
  expect(row.getByText('Sailing, Guitar')).toBeVisible();
  expect(row.getByText('$89.50 USD')).toBeVisible();
  expect(await screen.findByText('Receipts : 3')).toBeVisible();
  expect(screen.getByText('€10 EUR + $89.50 USD')).toBeVisible();
});

test('a credit note that takes another one back says so', async () => {
  renderPapers({ at: '/dashboard/papers?kind=credit+note', papers: [correction] });
  const row = within(await screen.findByRole('row', { name: /C-000003/ }));
  expect(row.getByRole('link', { name: 'C-000003' })).toHaveAttribute(
    'href',
    '/dashboard/creditNotes/3',
  );
  expect(row.getByText('C-000002')).toBeVisible();
  expect(row.getByText(/^Takes back/)).toBeVisible();
  expect(row.getByText('−$20 USD')).toBeVisible();
});

test('kind and search are in the address, and list and totals follow both', async () => {
  const asked = renderPapers();
  await screen.findByText('Ada Byron');
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Credit notes');
  await userEvent.type(screen.getByLabelText('Number, name, email or class'), 'ada{Enter}');
  expect(await screen.findByText('Credit notes : 3')).toBeVisible();
  expect(location.search).toContain('kind=credit+note');
  const last = asked.slice(-2);
  for (const query of last) expect(query).toMatchObject({ kind: 'credit note', search: 'ada' });
});

test('the CSV file has every paper of the list', async () => {
  const download = watchDownload();
  renderPapers({ papers: [correction] });
  await userEvent.click(await screen.findByRole('button', { name: /^Export CSV/ }));
  expect((await download.read()).lines).toEqual([
    '"Number","Day","Time","Name","Email","Class","Amount","Currency","Corrects","Payment ID"',
    '"C-000003","2027-05-02","2:00 AM","Ada Byron","ada@speakifyr.test","Sailing, Guitar",-20,"USD","C-000002","pi_ada"',
  ]);
});

test('an accountant reads and saves the papers without their payers', async () => {
  const download = watchDownload();
  const papers = [{ ...correction, name: null, email: null }];
  renderPapers({ papers, user: { ...student, role: 'admin', bundle: 'accountant' } });
  const row = within(await screen.findByRole('row', { name: /C-000003/ }));
  expect(row.queryByText('Not Found')).not.toBeInTheDocument();
  expect(screen.queryByRole('columnheader', { name: 'For' })).not.toBeInTheDocument();
  expect(screen.getByLabelText('Number or class')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: /^Export CSV/ }));
  expect((await download.read()).lines).toEqual([
    '"Number","Day","Time","Class","Amount","Currency","Corrects","Payment ID"',
    '"C-000003","2027-05-02","2:00 AM","Sailing, Guitar",-20,"USD","C-000002","pi_ada"',
  ]);
});

test('an empty list, a search without a match and no connection say so', async () => {
  renderPapers({ at: '/dashboard/papers?search=nobody', papers: [] });
  expect(await screen.findByText('Nothing found')).toBeVisible();
  breakConnection('GET /papers');
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Credit notes');
  expect(await screen.findByRole('button', { name: /try again|retry/i })).toBeVisible();
});
