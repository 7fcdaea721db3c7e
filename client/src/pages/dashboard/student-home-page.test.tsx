import { NO_FACTS } from '@speakifyr/contract/class-facts.ts';
import type { ListedChild } from '@speakifyr/contract/children.ts';
import { screen, within } from '@testing-library/react';
import { SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import { beforeEach, expect, test } from 'vitest';
import { buildChild } from '../../features/families/children/children.testing.ts';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { nextYear } from '../../testing/today.ts';
import { StudentHomePage } from './student-home-page.tsx';

const seat = {
  classId: '5'.repeat(24),
  camp_start: nextYear('08-02'),
  camp_end: nextYear('08-06'),
  ...NO_FACTS,
  dailyStart: '09:00',
  dailyEnd: '15:00',
  place: 'Boathouse',
  classData: { image: '' as const, name: 'Guitar', instructor: 'Mina Rahman' },
  date: '04/05/2026',
  time: '9:02 AM',
  currency: 'USD',
  room: 12,
  entry_code: 'GTR-101',
  price: 49,
  transactionId: 'pi_123',
  cartId: '6'.repeat(24),
  childId: 'b'.repeat(24),
  student_name: 'Mia Feldsee',
  isPayer: true,
  isForResale: false,
  owed: [],
  installments: null,
  share: null,
  paidBy: null,
  health: 'missing' as const,
  needs: ['health' as const, 'pickUp' as const],
  calendar: '',
};
const invitation = {
  _id: '9'.repeat(24),
  childName: 'Leo Berg',
  from: { name: 'Ida Berg', email: 'ida@speakifyr.test' },
  may: ['see' as const],
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
};

beforeEach(() => {
  const { name, email, photo } = student;
  const user = { name, email, photo };
  answer('GET /userStats', { user, cartData: 0, totalEnrolled: 1, totalSpend: 49 });
  answer('GET /myEnrolledClass', [seat]);
  answer('GET /myclass', []);
});

function renderHome(children: ListedChild[], invitations: (typeof invitation)[] = []) {
  answer('GET /myChildren', { children, invitations });
  renderApp(<StudentHomePage />, { user: student });
}

// Rules: R113, R250.
test('the next class is first: who, when, where, the entry code, and what is missing', async () => {
  renderHome([buildChild({ health: 'missing' })]);

  const next = await screen.findByRole('region', { name: 'Guitar' });
  for (const text of ['for Mia', 'GTR-101', /Boathouse, Room 12/, SCHOOL_ADDRESS])
    expect(within(next).getByText(text)).toBeVisible();
  expect(next).toHaveTextContent('9:00 AM – 3:00 PM');
  expect(next).toHaveTextContent('Still missing for Mia: health information, who picks up');
  expect(next.compareDocumentPosition(screen.getByRole('heading', { level: 1 }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(screen.getByRole('link', { name: 'Answer now for Mia' })).toHaveAttribute(
    'href',
    `/dashboard/children/${'b'.repeat(24)}#health`,
  );
});

test('siblings in the next class are named together, and other classes follow by date, past ones folded', async () => {
  const named = (name: string, digit: string, days: object) => ({
    ...seat,
    ...days,
    classId: digit.repeat(24),
    cartId: digit.repeat(24),
    classData: { ...seat.classData, name },
  });
  const tom = { childId: 'd'.repeat(24), student_name: 'Tom', cartId: '7'.repeat(24) };
  answer('GET /myEnrolledClass', [
    named('Later', '1', { camp_start: nextYear('08-23'), camp_end: nextYear('08-27') }),
    named('Sooner', '2', { camp_start: nextYear('08-16'), camp_end: nextYear('08-20') }),
    named('Over', '3', { camp_start: '2020-08-03', camp_end: '2020-08-07' }),
    { ...seat, ...tom },
    seat,
  ]);
  renderHome([buildChild()]);

  const next = await screen.findByRole('region', { name: 'Guitar' });
  expect(within(next).getByText('for Mia and Tom')).toBeVisible();
  const plan = screen.getByRole('region', { name: 'After that' });
  const rows = within(plan).getAllByText(/^(Sooner|Later|Over)$/);
  expect(rows.map((row) => row.textContent)).toEqual(['Sooner', 'Later', 'Over']);
  expect(within(plan).getByText('1 class that is over')).toBeVisible();
  expect(rows[2]).not.toBeVisible();
});

test('an invitation that waits is the next step', async () => {
  renderHome([buildChild()], [invitation]);

  expect(await screen.findByRole('link', { name: 'Show the invitation' })).toHaveAttribute(
    'href',
    '/dashboard/children',
  );
});

test('the next class is there even if the children can’t be loaded', async () => {
  renderHome([]);
  answer('GET /myChildren', () => refuse('internal'));

  expect(await screen.findByRole('region', { name: 'Guitar' })).toBeVisible();
});
