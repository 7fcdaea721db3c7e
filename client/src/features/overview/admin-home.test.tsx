import type { User } from '@speakifyr/contract/identity.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, breakConnection } from '../../testing/server.ts';
import { AdminHome } from './admin-home.tsx';
import type { SchoolFigures } from './school-figures.ts';

const admin: User = { ...student, name: 'Alma Winterbourne', role: 'admin' };

function answerFigures(changes: Partial<SchoolFigures> = {}) {
  answer('GET /adminStats', {
    adminInfo: { photo: '', name: admin.name, email: admin.email },
    totalClasses: 12,
    totalEnrolledClass: 75,
    totalUser: 37,
    userGrowth: 0,
    totalTransaction: 10_715.5,
    earningsByDay: [
      { day: '2027-07-01', amount: 0 },
      { day: '2027-07-02', amount: 89.5 },
      { day: '2027-07-03', amount: 49.1 },
    ],
    waiting: { people: 0, lost: 0 },
    fillByClass: [
      { _id: '1'.repeat(24), name: 'Sailing on the Lake', enrolled: 7, held: 1, sit: 0 },
      { _id: '2'.repeat(24), name: 'Photo Safari', enrolled: 0, held: 0, sit: 0 },
    ],
    ...changes,
  });
}

// Rules: R72.
test('the admin sees who they are and the school’s figures', async () => {
  answerFigures();
  renderApp(<AdminHome user={admin} />);

  expect(screen.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  expect(screen.getByText(admin.email)).toBeVisible();
  const tiles = within((await screen.findByText('10,715.50 tk')).closest('ul') ?? document.body);
  expect(tiles.getAllByRole('listitem').map((tile) => tile.textContent)).toEqual([
    'Total Classes 12',
    'Enrolled Students 75',
    'Total Users 37',
    'Total Transaction 10,715.50 tk',
  ]);
});

test('the earnings chart is described in words and also available as a table', async () => {
  answerFigures();
  renderApp(<AdminHome user={admin} />);
  await userEvent.click(await screen.findByText(/^Charts:/));

  expect(
    await screen.findByRole('img', {
      name: 'Earnings by day: 138.60 tk in the last 3 days; the best day was Fri 2 July 2027 with 89.50 tk.',
    }),
  ).toBeVisible();
  await userEvent.click(
    within(screen.getByRole('region', { name: 'Earnings by day' })).getByText('Show as table'),
  );
  const table = within(screen.getByRole('region', { name: 'Earnings by day, as a table' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'DayEarned',
    'Sat 3 July 202749.10 tk',
    'Fri 2 July 202789.50 tk',
    'Thu 1 July 20270 tk',
  ]);
});

test('a day on which more went back than arrived is below 0', async () => {
  answerFigures({
    earningsByDay: [
      { day: '2027-07-01', amount: 50 },
      { day: '2027-07-02', amount: -89.5 },
    ],
  });
  renderApp(<AdminHome user={admin} />);
  await userEvent.click(await screen.findByText(/^Charts:/));

  expect(
    await screen.findByRole('img', {
      name: 'Earnings by day: -39.50 tk in the last 2 days; the best day was Thu 1 July 2027 with 50 tk.',
    }),
  ).toBeVisible();
  expect(screen.getByText('-89.50 tk')).toBeInTheDocument();
});

test('each class says in words how full it is; a class without seats is not full', async () => {
  answerFigures();
  renderApp(<AdminHome user={admin} />);
  await userEvent.click(await screen.findByText(/^Charts:/));

  expect(await screen.findByText('7 of 8 seats enrolled, 1 held')).toBeVisible();
  expect(screen.getByText('0 of 0 seats enrolled')).toBeVisible();
  const table = within(
    screen.getByRole('region', { name: 'Seats filled by class, as a table', hidden: true }),
  );
  expect(table.getAllByRole('row', { hidden: true }).map((row) => row.textContent)).toEqual([
    'ClassEnrolledHeldFreeFilled',
    'Sailing on the Lake71088%',
    'Photo Safari0000%',
  ]);
});

test('with many classes it shows those that start next, and says so', async () => {
  answerFigures({ totalClasses: 2_000 });
  renderApp(<AdminHome user={admin} />);
  await userEvent.click(await screen.findByText(/^Charts:/));
  expect(await screen.findByText('The 2 classes that start next, of 2000.')).toBeVisible();
});

test('a school without earnings yet says so', async () => {
  answerFigures({ earningsByDay: [{ day: '2027-07-01', amount: 0 }], fillByClass: [] });
  renderApp(<AdminHome user={admin} />);
  await userEvent.click(await screen.findByText(/^Charts:/));

  expect(
    await screen.findByRole('img', {
      name: 'Earnings by day: Nothing was paid in the last 1 days.',
    }),
  ).toBeVisible();
  expect(screen.getByText('No classes yet')).toBeVisible();
});

test('a failed load says so and can be retried', async () => {
  breakConnection('GET /adminStats');
  renderApp(<AdminHome user={admin} />);
  expect(await screen.findByText('The statistics could not be loaded')).toBeVisible();

  answerFigures();
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByText('10,715.50 tk')).toBeVisible();
});

test('the dashboard leads to the students of each class, to all classes and to the payments', async () => {
  answerFigures();
  renderApp(<AdminHome user={admin} />);

  const linkTo = async (name: string) =>
    (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await linkTo('Sailing on the Lake')).toBe(`/dashboard/classes/${'1'.repeat(24)}`);
  expect(await linkTo('Enrolled Students 75')).toBe('/dashboard/updateCourse');
  expect(await linkTo('Total Transaction 10,715.50 tk')).toBe('/dashboard/payments');
});

test('the page says how many people wait for a seat, and how many asked and got none', async () => {
  answerFigures({ waiting: { people: 7, lost: 9 } });
  renderApp(<AdminHome user={admin} />);

  expect(await screen.findByText('7 people are waiting for a seat')).toBeVisible();
  expect(
    screen.getByText('9 people have joined a waiting list without getting a seat so far.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show classes' })).toHaveAttribute(
    'href',
    '/dashboard/updateCourse',
  );
});

test('a school without waiting lists reads nothing about them', async () => {
  answerFigures();
  renderApp(<AdminHome user={admin} />);

  await screen.findByText('10,715.50 tk');
  expect(screen.queryByText(/waiting/)).toBeNull();
});
