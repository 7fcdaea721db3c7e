import type { CreditNote } from '@speakifyr/contract/cancellation.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { paths } from '../../lib/paths.ts';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { CreditNotePage } from './credit-note-page.tsx';

const note: CreditNote = {
  number: 'C-000007',
  receiptNumber: 'R-000123',
  paymentId: 'pi_123',
  issuedAt: '2026-06-03T08:00:00.000Z',
  seller: {
    name: 'Lake Camps Ltd',
    address: '1 Lake Road, Dhaka 1000, Bangladesh',
    email: 'hello@speakifyr.test',
    phone: '+880 1711',
  },
  payer: { name: 'Nora Feldsee', email: 'nora@speakifyr.test' },
  lines: [
    {
      className: 'Sailing',
      student_name: 'Mia',
      reason: 'canceled by parent',
      amount: 4_475,
    },
  ],
  currency: 'EUR',
  amount: 4_475,
  takesBack: null,
  state: 'on its way',
};

function renderPage(user = student) {
  renderApp(
    <Routes>
      <Route path={paths.creditNote} element={<CreditNotePage />} />
    </Routes>,
    { at: '/dashboard/creditNotes/7', user },
  );
}

test('a credit note names the receipt that it corrects, what goes back, why, and how far it is', async () => {
  const asked: unknown[] = [];
  answer('GET /creditNotes/:no', ({ params }) => {
    asked.push(params);
    return note;
  });
  renderPage();

  const paper = await screen.findByRole('article', { name: 'Credit note C-000007' });
  expect(asked).toEqual([{ no: '7' }]);
  expect(paper).toHaveTextContent('Given toNora Feldseenora@speakifyr.test');
  expect(within(paper).getByRole('link', { name: 'R-000123' })).toHaveAttribute(
    'href',
    '/dashboard/receipts/pi_123',
  );
  expect(screen.getByRole('table', { name: 'What is refunded' })).toHaveTextContent(
    'SailingFor MiaYou canceled the seat€44.75 EURRefund€44.75 EUR',
  );
  expect(paper).toHaveTextContent('The money is on its way, back to where it came from.');
});

test('a credit note says if the money went back in another way', async () => {
  answer('GET /creditNotes/:no', { ...note, state: 'paid otherwise' });
  renderPage();
  expect(await screen.findByText('The school gave you the money by hand.')).toBeVisible();
});

test('a credit note that takes another one back has a minus before its amounts', async () => {
  const lines = note.lines.map((line) => ({ ...line, amount: -line.amount }));
  const taken = { lines, amount: -note.amount, takesBack: 6, state: 'taken back' as const };
  answer('GET /creditNotes/:no', { ...note, ...taken });
  renderPage();
  expect(await screen.findByRole('table', { name: 'What is paid again' })).toHaveTextContent(
    'Paid again−€44.75 EUR',
  );
});

test('a credit note can be printed', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  answer('GET /creditNotes/:no', note);
  renderPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('somebody else reads that there is no such credit note', async () => {
  answer('GET /creditNotes/:no', () => refuse('not_found'));
  renderPage();
  expect(await screen.findByText('There is no such credit note')).toBeVisible();
});

test('of a payment that bounced, it says that nothing goes back', async () => {
  const lines = note.lines.map((line) => ({ ...line, reason: 'payment bounced' as const }));
  answer('GET /creditNotes/:no', { ...note, lines, state: 'refunded' });
  renderPage();
  const paper = await screen.findByRole('article', { name: 'Credit note C-000007' });
  expect(paper).toHaveTextContent('This money never reached us, so there is nothing to refund.');
  expect(paper).not.toHaveTextContent('The money went back.');
});
