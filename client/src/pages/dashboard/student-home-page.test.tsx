import type { ListedChild } from '@speakifyr/contract/children.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { buildChild } from '../../features/children/children.testing.ts';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { nextYear } from '../../testing/today.ts';
import { StudentHomePage } from './student-home-page.tsx';

const seat = {
  classId: '5'.repeat(24),
  camp_start: nextYear('08-02'),
  camp_end: nextYear('08-06'),
  ageFrom: null,
  ageTo: null,
  dailyStart: null,
  dailyEnd: null,
  place: '',
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
  isOffered: false,
  health: 'missing' as const,
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
});

function renderHome(children: ListedChild[], invitations: (typeof invitation)[] = []) {
  answer('GET /myChildren', { children, invitations });
  renderApp(<StudentHomePage />, { user: student });
}

test('a child with a class to come and no health information is the next step', async () => {
  renderHome([buildChild({ health: 'missing' })], [invitation]);

  expect(
    await screen.findByRole('heading', { name: 'What should we know about Mia Feldsee’s health?' }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Answer now' })).toHaveAttribute(
    'href',
    `/dashboard/children/${'b'.repeat(24)}#health`,
  );
});

test('an invitation that waits is the next step', async () => {
  renderHome([buildChild()], [invitation]);

  expect(await screen.findByRole('link', { name: 'Show the invitation' })).toHaveAttribute(
    'href',
    '/dashboard/children',
  );
});

test('without children, and if they can’t be loaded, the next step is as it always was', async () => {
  renderHome([]);
  answer('GET /myChildren', () => refuse('internal'));

  expect(await screen.findByRole('heading', { name: 'See you at the camp' })).toBeVisible();
});
