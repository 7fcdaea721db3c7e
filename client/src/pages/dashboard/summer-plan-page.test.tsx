import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { beforeEach, expect, test } from 'vitest';
import { buildChild } from '../../features/families/children/children.testing.ts';
import { buildCartItem, buildClass } from '../../testing/factories.ts';
import { location, renderApp, student } from '../../testing/render.tsx';
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

const HELD = {
  status: true as const,
  message: '',
  cartId: 'a'.repeat(24),
  heldUntil: '2098-01-01T00:00:00Z',
  enrolled: false,
};
const week = (name: string) => screen.findByRole('region', { name });
const choose = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name: new RegExp(`^Choose ${name}`) }));

// Rules: R283, R535, R646.
test('each week has what a child has, and what fits it', async () => {
  answer('GET /myEnrolledClass', [
    buildEnrolled({ classId: '1'.repeat(24), childId: mia._id, ...june }),
  ]);
  render();

  const gap = await week('Week of 7 July');
  expect(screen.getByText('1 of 2 weeks booked')).toBeVisible();
  expect(within(gap).getByRole('heading', { name: 'Mia' })).toBeVisible();
  expect(within(gap).getByRole('link', { name: 'Sailing' })).toBeVisible();
  expect(within(gap).getByRole('button', { name: /^Choose Sailing for Mia, / })).toBeVisible();
});

test('a seat in the cart counts, and two classes at the same hours are marked', async () => {
  answer('GET /myEnrolledClass', [
    buildEnrolled({ classId: '1'.repeat(24), childId: mia._id, ...june }),
  ]);
  const ball = { classId: '3'.repeat(24), name: 'Ball games', childId: mia._id, ...june };
  answer('GET /myclass', [buildCartItem(ball)]);
  render();

  expect(await screen.findByText('1 of 2 weeks booked, 1 with an overlap')).toBeVisible();
  expect(screen.getByText('in your cart')).toBeVisible();
  expect(screen.getByText('Overlaps with Ball games')).toBeVisible();
});

// Rules: R646.
test('what is chosen is held with one press, and leads to the cart', async () => {
  answer('GET /isUser', true);
  const wanted: string[] = [];
  answer('POST /addClass', ({ body }) => {
    const { name, childId } = body as { name: string; childId: string };
    wanted.push(`${name} ${childId}`);
    return HELD;
  });
  render();
  await choose('Chess');
  await choose('Sailing');
  expect(await screen.findByText('2 seats, $498')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Hold 2 seats' }));
  await waitFor(() => expect(location.pathname).toBe('/dashboard/myclasses'));
  expect(wanted).toEqual([`Chess ${mia._id}`, `Sailing ${mia._id}`]);
});

test('a seat that is refused is named with the reason, and the others are held', async () => {
  answer('GET /isUser', true);
  answer('POST /addClass', ({ body }) =>
    (body as { name: string }).name === 'Chess' ? refuse('class_full') : HELD,
  );
  render();
  await choose('Chess');
  await choose('Sailing');
  await userEvent.click(screen.getByRole('button', { name: 'Hold 2 seats' }));
  const told = await screen.findByRole('alert');
  expect(told).toHaveTextContent('1 seat is yours for now. Not held:');
  expect(told).toHaveTextContent(/Mia, Chess, .*: No seats left in this class\./);
  expect(within(told).getByRole('link', { name: 'Pay for 1 held seat' })).toBeVisible();
  expect(location.pathname).toBe('/dashboard/plan');
});

test('the last free seat of a class is for one child', async () => {
  const leo = buildChild({ _id: 'e'.repeat(24), name: 'Leo Okonjo', birthDate: '2088-01-05' });
  answer('GET /myChildren', { children: [mia, leo], invitations: [] });
  answer('GET /classes', [buildClass({ _id: '1'.repeat(24), name: 'Chess', sit: 1, ...june })]);
  render();
  await choose('Chess for Mia');
  expect(screen.getByRole('button', { name: /^Choose Chess for Leo/ })).toBeDisabled();
  expect(screen.getByText('All free seats are chosen')).toBeVisible();
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

  expect(await screen.findByText('You:')).toBeVisible();
  expect(screen.getByText('booked')).toBeVisible();
  expect(screen.queryByRole('button', { name: /for You/ })).toBeNull();
});

test('a failed load can be retried', async () => {
  answer('GET /classes', () => refuse('internal'));
  render();

  const retry = await screen.findByRole('button', { name: LABELS.retry });
  answer('GET /classes', []);
  await userEvent.click(retry);
  expect(await screen.findByText('Mia:')).toBeVisible();
});
