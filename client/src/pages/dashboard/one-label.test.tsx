import type { CartItem } from '@speakifyr/contract/cart.ts';
import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildEnrolled } from '../../features/enrollment/changes/change-seat.testing.ts';
import { sayCancellation } from '../../features/enrollment/changes/free-cancellation.tsx';
import { ExtraList } from '../../features/classes/extra-list.tsx';
import { NO_CREDIT } from '../../features/enrollment/credit/credit.testing.ts';
import { SelectedCourses } from '../../features/enrollment/cart/cart.tsx';
import { renderApp, student } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { nextYear } from '../../testing/today.ts';
import { EnrolledCoursesPage } from './enrolled-seats-page.tsx';
import { InstallmentsPage } from './installments-page.tsx';
import { findPayButton, guitar, preparePayment, renderPayment } from './payment-page.testing.tsx';

// A school that labels its prices otherwise than what its cards are charged in.
beforeEach(() => setSchool({ ...FIRST_SCHOOL, currencyLabel: 'tk' }));
afterEach(() => setSchool(FIRST_SCHOOL));

const BASE = { kind: 'base', label: 'Full price', percent: null, discountId: null } as const;
const LINES: CartItem['lines'] = [
  { ...BASE, amount: 4_900 },
  { kind: 'code', label: 'Summer code', amount: -2_450, percent: 50, discountId: 'a' },
];
const SHARED: CartItem = { ...guitar, price: 24.5, lines: LINES, otherPays: 10 };
const PARTS = [
  { due: nextYear('07-01'), amount: 1_000, left: 1_000 },
  { due: nextYear('08-01'), amount: 1_450, left: 1_450 },
];
const OWED = PARTS.map(({ due, amount }) => ({ due, amount }));

/** The labels of all amounts that people read there: `tk` or `$`. */
function listLabels(area: HTMLElement): string[] {
  const found = area.textContent.match(/\$\d|\d tk/g) ?? [];
  return [...new Set(found.map((label) => (label.startsWith('$') ? '$' : 'tk')))];
}

function answerSeats(...seats: ReturnType<typeof buildEnrolled>[]) {
  answer('GET /myEnrolledClass', seats);
  answer('GET /savedCard', {
    card: { cardId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2130 },
  });
  answer('GET /myChildren', { children: [], invitations: [] });
  answer('GET /myCancellations', []);
  answer('GET /myCredit', NO_CREDIT);
  answer('GET /myCalendar', { path: null });
  answer('GET /myMail', { reminders: true, news: true, campDay: false });
}

// Rules: R63.
test('each row of the cart has one label: price, price lines and the other household’s share', async () => {
  answer('GET /myclass', [SHARED]);
  renderApp(<SelectedCourses email={student.email} />, { user: student });
  const row = await screen.findByRole('row', { name: /Guitar/ });
  expect(row).toHaveTextContent('Your share of 34.50 tk: the other household pays 10 tk');
  expect(row).toHaveTextContent('−24.50 tk');
  expect(listLabels(row)).toEqual(['tk']);
});

// Rules: R63.
test('the payment page has one label, what the card is charged in: order, share, parts and button', async () => {
  preparePayment();
  answer('GET /myclass', [SHARED]);
  answer('GET /installments', { offer: { parts: OWED, text: 'I pay $10 USD now.' } });
  renderPayment();
  await findPayButton();
  await userEvent.click(screen.getByRole('radio', { name: /^In 2 parts/ }));
  expect(await screen.findByText('$14.50 USD')).toBeVisible();
  const order = await screen.findByRole('region', { name: 'Your order' });
  expect(order).toHaveTextContent('Your share of $34.50 USD: the other household pays $10 USD');
  expect(listLabels(document.body)).toEqual(['$']);
});

// Rules: R63.
test.each([
  ['owed', null],
  ['in parts', PARTS],
])(
  'the card of an enrolled seat has one label, also if something is %s',
  async (_, installments) => {
    answerSeats(
      buildEnrolled({ price: 24.5, lines: LINES, share: 1_000, owed: OWED, installments }),
    );
    renderApp(<EnrolledCoursesPage />, { at: '/dashboard/enroll', user: student });
    const card = await screen.findByRole('article', { name: /Guitar/ });
    expect(within(card).getByRole('link', { name: /^Pay 10 tk/ })).toBeVisible();
    expect(within(card).getByRole('link', { name: /^Pay all 24.50 tk/ })).toBeVisible();
    expect(listLabels(card)).toEqual(['tk']);
  },
);

test('a seat that was paid in another currency names that one, everywhere on its card', async () => {
  answerSeats(buildEnrolled({ price: 24.5, lines: LINES, owed: OWED, currency: 'EUR' }));
  renderApp(<EnrolledCoursesPage />, { at: '/dashboard/enroll', user: student });
  const card = await screen.findByRole('article', { name: /Guitar/ });
  expect(card).toHaveTextContent('Owed: €10 EUR');
  expect(listLabels(card)).toEqual([]);
});

test('the parts of a plan have one label', async () => {
  answerSeats(buildEnrolled({ installments: PARTS }));
  renderApp(<InstallmentsPage />, { user: student });
  const plan = await screen.findByRole('region', { name: /Guitar/ });
  expect(listLabels(plan)).toEqual(['$']);
});

test('a class’s page has one label: price, extras and what is refunded', () => {
  const paid = { price: 100, camp_start: '2027-06-07' };
  expect(sayCancellation(DEFAULT_REFUND_TERMS, paid, '2027-05-25')).toContain('get 50 tk back');
  const lunch = {
    label: 'Lunch',
    price: 800,
    per: 'day' as const,
    options: [],
    isRefundable: true,
  };
  const { container } = renderApp(<ExtraList extras={[lunch]} />);
  expect(listLabels(container)).toEqual(['tk']);
});
