import type { CanceledSeat } from '@speakifyr/contract/cancellation.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { formatDay } from '../../../lib/format.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { slowTest } from '../../../testing/slow-tests.ts';
import { nextYear } from '../../../testing/today.ts';
import { buildCanceled, buildEnrolled, buildPreview, TOO_LATE } from './change-seat.testing.ts';
import { EnrolledCoursesPage } from '../../../pages/dashboard/enrolled-seats-page.tsx';
import { buildCredit, NO_CREDIT } from '../credit/credit.testing.ts';

beforeEach(() => {
  answer('GET /myEnrolledClass', [buildEnrolled()]);
  answer('GET /myCancellations', []);
  answer('GET /myCredit', NO_CREDIT);
  answer('GET /myCalendar', { path: null });
  answer('GET /myMail', { reminders: true, news: true, campDay: false });
  answer('GET /classes', []);
  answer('GET /myclass', []);
  answer('GET /cancellation/:cartId', buildPreview());
});

function renderPage() {
  renderApp(<EnrolledCoursesPage />, { at: '/dashboard/enroll', user: student });
}

async function openMenu(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: /^Change or cancel: Guitar/ }));
  return findDialog('Change or cancel');
}

async function openCancel(): Promise<HTMLElement> {
  const menu = await openMenu();
  await userEvent.click(await within(menu).findByRole('button', { name: /^Cancel the seat/ }));
  return findDialog('Cancel Mia Feldsee’s seat?');
}

const readAmounts = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

slowTest('a discount that is lost stands line by line, with a way not to lose it', async () => {
  const lost = [
    { label: 'Siblings', className: 'Sailing', student_name: 'Tom Feldsee', amount: 500 },
  ];
  answer(
    'GET /cancellation/:cartId',
    buildPreview({ refund: 4_400, kept: 500, percent: 100, lost }),
  );
  renderPage();
  const dialog = await openCancel();
  expect(readAmounts(dialog)).toEqual([
    'You paid: $49',
    'The school keeps: $5',
    'of it “Siblings” of Tom Feldsee’s seat in Sailing: $5',
    'You get back: $44',
  ]);
  expect(dialog).toHaveTextContent('cancel the other one first: then nothing comes off');
});

// Rules: R157, R360.
test('a seat with payments under two policies says what comes back of each', async () => {
  const later = { version: 3, steps: [{ daysBefore: 1, percent: 10, fee: 0 }] };
  const parts = [
    { paid: 4_900, terms: DEFAULT_REFUND_TERMS },
    { paid: 2_000, terms: later },
  ];
  answer(
    'GET /cancellation/:cartId',
    buildPreview({ paid: 6_900, refund: 5_100, kept: 1_800, parts }),
  );
  renderPage();
  const dialog = await openCancel();
  expect(readAmounts(dialog)).toEqual([
    'You paid: $69',
    'The school keeps: $18',
    'You get back: $51',
  ]);
  expect(dialog).toHaveTextContent(/Until [^,]+, you get \$49 back\./);
  expect(dialog).toHaveTextContent(/Until [^,]+, you get 10% of \$20 back\./);
  expect(within(dialog).getByText('The refund policy on the day you paid $20')).toBeVisible();
});

test('of a seat that is paid in parts, they read what they no longer owe, and that it falls first', async () => {
  const parts = [{ paid: 3_000, terms: DEFAULT_REFUND_TERMS }];
  const money = { paid: 3_000, owed: 1_900, refund: 550, kept: 2_450, parts };
  answer('GET /cancellation/:cartId', buildPreview(money));
  renderPage();
  const dialog = await openCancel();
  expect(readAmounts(dialog)).toEqual([
    'You paid: $30',
    'You no longer owe: $19',
    'The school keeps: $24.50',
    'You get back: $5.50',
  ]);
  expect(dialog).toHaveTextContent(
    'The refund policy is for the whole price of $49. The refund first covers what you still owe. You get back what is left.',
  );
});

test('before a parent cancels, they read what comes back, what is kept, why and until when', async () => {
  renderPage();
  const menu = await openMenu();
  expect(
    await within(menu).findByRole('button', { name: /You get \$24\.50 of \$49 back/ }),
  ).toBeVisible();
  await userEvent.click(within(menu).getByRole('button', { name: /^Cancel the seat/ }));

  const dialog = await findDialog('Cancel Mia Feldsee’s seat?');
  expect(readAmounts(dialog)).toEqual([
    'You paid: $49',
    'The school keeps: $24.50',
    'You get back: $24.50',
  ]);
  expect(dialog).toHaveTextContent('Guitar for Mia Feldsee');
  expect(dialog).toHaveTextContent(`Until ${formatDay(nextYear('07-30'))}, you get 50% back.`);
  expect(dialog).toHaveTextContent(
    'If you cancel up to 14 days before the class starts, you get all of your money back.After that, up to 3 days before the class starts, you get 50% of your money back.After that, there is no refund.',
  );
});

slowTest(
  'confirming sends the amount that was shown; the seat is gone and its refund is on its way',
  async () => {
    const sent: unknown[] = [];
    let previews = 0;
    answer('POST /cancellation/:cartId', ({ params, body }) => {
      sent.push(params, body);
      answer('GET /cancellation/:cartId', () => {
        previews += 1;
        return refuse('not_found');
      });
      answer('GET /myEnrolledClass', []);
      answer('GET /myCancellations', [buildCanceled()]);
      return buildCanceled();
    });
    renderPage();
    const dialog = await openCancel();
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Cancel the seat, get $24.50' }),
    );

    await findDialog('The seat is canceled');
    expect(sent).toEqual([{ cartId: '1'.repeat(24) }, { refund: 2_450 }]);
    const heading = await screen.findByRole('heading', { name: 'Canceled seats' });
    expect(screen.getByText('Refund on its way')).toBeVisible();
    expect(screen.queryByRole('article')).toBeNull();
    await waitFor(() => expect(heading).toHaveFocus(), { timeout: 5_000 });
    // There is no preview of a seat that is gone.
    expect(previews).toBe(0);
  },
);

slowTest(
  'if what comes back has changed, the new amount is shown and must be confirmed again',
  async () => {
    const sent: unknown[] = [];
    const changed = { refund: 0, kept: 4_900, percent: 0, fee: 0, until: null };
    answer('POST /cancellation/:cartId', ({ body }) => {
      sent.push(body);
      answer('GET /cancellation/:cartId', buildPreview(TOO_LATE));
      return sent.length === 1 ? refuse('refund_changed', { quote: changed }) : buildCanceled();
    });
    renderPage();
    const dialog = await openCancel();
    await userEvent.click(within(dialog).getByRole('button', { name: /^Cancel the seat/ }));

    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Your refund has just changed: it is now $0, not $24.50. Nothing is canceled yet.',
    );
    expect(readAmounts(dialog)).toContain('You get back: $0');
    expect(dialog).toHaveTextContent(
      `The last day to get money back was ${formatDay(nextYear('07-30'))}.`,
    );
    expect(sent).toEqual([{ refund: 2_450 }]);

    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel the seat' }));
    await findDialog('The seat is canceled');
    expect(sent).toEqual([{ refund: 2_450 }, { refund: 0 }]);
  },
);

slowTest('keeping the seat cancels nothing', async () => {
  renderPage();
  const dialog = await openCancel();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep the seat' }));
  const menu = await findDialog('Change or cancel');
  await userEvent.click(within(menu).getByRole('button', { name: 'Close' }));

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('article', { name: /Guitar/ })).toBeVisible();
});

test.each([
  ['payment_disputed' as const, 'The bank is looking at this payment'],
  ['class_started' as const, 'This class has already started'],
])('a seat that can’t be canceled (%s) says why', async (code, words) => {
  answer('GET /cancellation/:cartId', () => refuse(code));
  renderPage();
  expect(await within(await openMenu()).findByRole('alert')).toHaveTextContent(words);
});

test('a seat that is about to move leads to the new seat in the cart', async () => {
  answer('GET /cancellation/:cartId', () => refuse('seat_moving'));
  renderPage();
  const link = await within(await openMenu()).findByRole('link');
  expect(link).toHaveAttribute('href', '/dashboard/myclasses');
});

test('a fee is explained', async () => {
  answer('GET /cancellation/:cartId', buildPreview({ refund: 1_450, kept: 3_450, fee: 1_000 }));
  renderPage();
  expect(await openCancel()).toHaveTextContent(
    `Until ${formatDay(nextYear('07-30'))}, you get 50% minus a fee of $10 back.`,
  );
});

test('nothing can be canceled by another guardian, nor after the first day', async () => {
  answer('GET /myEnrolledClass', [
    buildEnrolled({ isPayer: false }),
    buildEnrolled({
      cartId: '2'.repeat(24),
      camp_start: '2026-06-01',
      camp_end: nextYear('08-06'),
    }),
  ]);
  renderPage();
  await screen.findAllByRole('article');
  expect(screen.queryByRole('button', { name: /Change or cancel/ })).toBeNull();
});

test('without a refund, the seat can be put up for resale with one tick', async () => {
  const sent: unknown[] = [];
  answer('GET /cancellation/:cartId', buildPreview(TOO_LATE));
  answer('PUT /resales/:cartId', ({ body }) => {
    sent.push(body);
    answer('GET /cancellation/:cartId', buildPreview({ ...TOO_LATE, isForResale: true }));
    answer('GET /myEnrolledClass', [buildEnrolled({ isForResale: true })]);
    return { status: true as const };
  });
  renderPage();
  const menu = await openMenu();
  const tick = await within(menu).findByRole('checkbox', {
    name: 'Refund me if someone takes my seat',
  });
  expect(tick).not.toBeChecked();
  await userEvent.click(tick);

  await waitFor(() => expect(tick).toBeChecked());
  expect(sent).toEqual([{ isForResale: true }]);
  expect(within(menu).getByText('Saved: the seat is offered.')).toBeVisible();
  expect(await screen.findByText(/This seat is up for resale/)).toBeVisible();
});

test('an offer that somebody is about to take stays', async () => {
  answer('GET /cancellation/:cartId', buildPreview({ ...TOO_LATE, isForResale: true }));
  answer('PUT /resales/:cartId', () => refuse('seat_resold'));
  renderPage();
  const menu = await openMenu();
  await userEvent.click(await within(menu).findByRole('checkbox'));
  expect(await within(menu).findByRole('alert')).toHaveTextContent(
    'Somebody has just taken this seat.',
  );
  expect(within(menu).getByRole('checkbox')).toBeChecked();
});

test('while money still comes back, there is nothing to offer', async () => {
  renderPage();
  const menu = await openMenu();
  await within(menu).findByRole('button', { name: /^Cancel the seat/ });
  expect(within(menu).queryByRole('checkbox')).toBeNull();
});

test.each<[Partial<CanceledSeat>, string[]]>([
  [{ state: 'on its way' }, ['Refund on its way', 'You canceled it on Wed 3 June']],
  [{ state: 'refunded', by: 'next person', kept: 0 }, ['Refunded', 'Somebody else took the seat']],
  [{ state: 'failed', by: 'school' }, ['Not back yet: we’ll be in touch', 'The school canceled']],
  [{ state: 'none', refund: 0 }, ['No refund', '$24.50 USD kept']],
])('a canceled seat stays visible: %o', async (changes, words) => {
  answer('GET /myCancellations', [buildCanceled(changes)]);
  renderPage();
  const seats = await screen.findByRole('region', { name: 'Canceled seats' });
  for (const text of words) expect(seats).toHaveTextContent(text);
});

test('a canceled seat leads to its receipts, one for each payment, and its credit notes', async () => {
  answer('GET /myCancellations', [buildCanceled({ creditNotes: [7], differences: ['pi_456'] })]);
  renderPage();
  expect(await screen.findByRole('link', { name: 'Credit note C-000007' })).toHaveAttribute(
    'href',
    '/dashboard/creditNotes/7',
  );
  const seats = screen.getByRole('region', { name: 'Canceled seats' });
  expect(within(seats).getByRole('link', { name: 'Receipt for Guitar' })).toHaveAttribute(
    'href',
    '/dashboard/receipts/pi_123',
  );
  expect(
    within(seats).getByRole('link', { name: 'Receipt of the difference for Guitar' }),
  ).toHaveAttribute('href', '/dashboard/receipts/pi_456');
});

test('a canceled seat of a free class has no receipt', async () => {
  answer('GET /myCancellations', [
    buildCanceled({ refund: 0, kept: 0, state: 'none', paymentId: 'free_1' }),
  ]);
  renderPage();
  const seats = await screen.findByRole('region', { name: 'Canceled seats' });
  expect(seats).toHaveTextContent('It was free');
  expect(within(seats).queryByRole('link')).toBeNull();
});

slowTest('a parent chooses credit instead of the refund; nobody chooses it for them', async () => {
  const sent: unknown[] = [];
  answer('POST /cancellation/:cartId', ({ body }) => {
    sent.push(body);
    answer('GET /myEnrolledClass', []);
    answer('GET /myCancellations', [buildCanceled({ credit: 2_450, state: 'refunded' })]);
    answer('GET /myCredit', buildCredit(2_450, { until: nextYear('07-30') }));
    return buildCanceled({ credit: 2_450, state: 'refunded' });
  });
  renderPage();
  const dialog = await openCancel();
  expect(within(dialog).getByRole('radio', { name: /^\$24\.50 back/ })).toBeChecked();
  const credit = within(dialog).getByRole('radio', { name: /^\$24\.50 as credit/ });
  expect(credit.closest('label')).toHaveTextContent(`until ${formatDay(nextYear('07-30'))}`);
  await userEvent.click(credit);
  await userEvent.click(
    within(dialog).getByRole('button', { name: 'Cancel the seat, get $24.50 as credit' }),
  );

  const section = await screen.findByRole('region', { name: 'Your credit' });
  expect(sent).toEqual([{ refund: 2_450, asCredit: true }]);
  expect(section).toHaveTextContent('$24.50 USD to pay for classes');
  expect(screen.getByText('Kept as credit')).toBeVisible();
  expect(screen.getByText('$24.50 USD as credit')).toBeVisible();
});

test('what was paid with credit is credit again, without a question', async () => {
  answer('GET /cancellation/:cartId', buildPreview({ fromCredit: 2_450 }));
  renderPage();
  const dialog = await openCancel();
  expect(within(dialog).queryByRole('radio')).not.toBeInTheDocument();
  expect(dialog).toHaveTextContent('$24.50 was paid with credit. It is credit again.');
});

test('credit is turned back into a refund, for the amount that was on the screen', async () => {
  answer(
    'GET /myCredit',
    buildCredit(2_450, { uses: [{ paymentId: 'credit_pi_1', amount: 600, isOpen: false }] }),
  );
  const sent: unknown[] = [];
  answer('POST /myCredit/refund', ({ body }) => {
    sent.push(body);
    answer('GET /myCredit', NO_CREDIT);
    return { status: true };
  });
  renderPage();
  const section = await screen.findByRole('region', { name: 'Your credit' });
  expect(section).toHaveTextContent('$6 USD paid for a class, receipt');
  await userEvent.click(
    within(section).getByRole('button', { name: 'Turn $24.50 USD back into a refund' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Get it back' }));
  await waitFor(() => expect(sent).toEqual([{ amount: 2_450 }]));
});
