import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { beforeEach, expect, test } from 'vitest';
import { buildChild } from '../../features/families/children/children.testing.ts';
import { buildCartItem, buildClass } from '../../testing/factories.ts';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { buildEnrolled } from '../../features/enrollment/changes/change-seat.testing.ts';
import { SummerPlanPage } from './summer-plan-page.tsx';

const [june, july] = [
  { camp_start: '2098-06-02', camp_end: '2098-06-06' },
  { camp_start: '2098-07-07', camp_end: '2098-07-11' },
];
const mia = buildChild({ name: 'Mia Okonjo', birthDate: '2088-01-05' });

beforeEach(() => {
  answer('GET /classes', [
    buildClass({ _id: '1'.repeat(24), name: 'Chess', ...june }),
    buildClass({ _id: '2'.repeat(24), name: 'Sailing', ...july }),
  ]);
  answer('GET /myChildren', { children: [mia], invitations: [] });
  answer('GET /myEnrolledClass', []);
  answer('GET /myclass', []);
});

const render = () => renderApp(<SummerPlanPage />, { at: '/dashboard/plan', user: student });

// Rules: R283, R535.
test('a gap leads to the classes of that week that fit the child', async () => {
  answer('GET /myEnrolledClass', [
    buildEnrolled({ classId: '1'.repeat(24), childId: mia._id, ...june }),
  ]);
  render();

  const plan = await screen.findByRole('region', { name: 'Mia' });
  expect(plan).toHaveTextContent('1 of 2 weeks booked');
  expect(within(plan).getByRole('heading', { name: 'July 2098' })).toBeVisible();
  expect(plan).toHaveTextContent('Week of 7 July, nothing booked – 1 class fits');
  expect(
    within(plan).getByRole('link', { name: '1 class fits Mia in the week of 7 July' }),
  ).toHaveAttribute('href', '/classes?free=true&born=2088-01&week=2098-07-07');
});

test('a seat in the cart counts, and two classes at the same hours are marked', async () => {
  answer('GET /myEnrolledClass', [
    buildEnrolled({ classId: '1'.repeat(24), childId: mia._id, ...june }),
  ]);
  const ball = { classId: '3'.repeat(24), name: 'Ball games', childId: mia._id, ...june };
  answer('GET /myclass', [buildCartItem(ball)]);
  render();

  const plan = await screen.findByRole('region', { name: 'Mia' });
  expect(plan).toHaveTextContent('1 of 2 weeks booked, 1 with an overlap');
  expect(within(plan).getByText('in your cart')).toBeVisible();
  expect(within(plan).getByText('Overlaps with Ball games')).toBeVisible();
});

test('a guardian who may not see a child reads nothing about its weeks', async () => {
  answer('GET /myChildren', { children: [{ ...mia, may: ['book'] }], invitations: [] });
  render();

  expect(await screen.findByRole('link', { name: 'My Children' })).toBeVisible();
  expect(screen.queryByText('Mia')).toBeNull();
});

test('an account’s own seats are planned, too, without gaps', async () => {
  answer('GET /myEnrolledClass', [
    buildEnrolled({ classId: '1'.repeat(24), childId: null, ...june }),
  ]);
  render();

  const plan = await screen.findByRole('region', { name: 'You' });
  expect(plan).toHaveTextContent('1 of 1 week booked');
  expect(plan).not.toHaveTextContent('nothing booked');
});

test('a failed load can be retried', async () => {
  answer('GET /classes', () => refuse('internal'));
  render();

  const retry = await screen.findByRole('button', { name: LABELS.retry });
  answer('GET /classes', []);
  await userEvent.click(retry);
  expect(await screen.findByRole('region', { name: 'Mia' })).toBeVisible();
});
