import type { ListedWaitingEntry } from '@speakifyr/contract/waiting.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { ClassWaiting } from './class-waiting.tsx';

const ID = 'c'.repeat(24);

function buildEntry(changes: Partial<ListedWaitingEntry>): ListedWaitingEntry {
  return {
    waitId: 'a'.repeat(24),
    userId: '7'.repeat(24),
    email: 'ada@speakifyr.test',
    people: [{ childId: null, name: 'Ada Byron' }],
    together: false,
    state: 'waiting',
    position: 1,
    priority: 0,
    lapses: 0,
    joinedAt: '2027-05-01T10:00:00.000Z',
    until: null,
    ...changes,
  };
}

const ENTRIES = [
  buildEntry({
    waitId: '9'.repeat(24),
    people: [{ childId: null, name: 'Zoe Ray' }],
    state: 'offered',
    position: null,
    until: '2027-05-04T15:05:00.000Z',
  }),
  buildEntry({}),
  buildEntry({
    waitId: 'b'.repeat(24),
    email: 'pia@speakifyr.test',
    people: [
      { childId: '1'.repeat(24), name: 'Mia' },
      { childId: '2'.repeat(24), name: 'Tom' },
    ],
    together: true,
    state: 'kept',
    until: '2027-05-05T15:05:00.000Z',
    position: 2,
    joinedAt: '2027-05-02T10:00:00.000Z',
  }),
  buildEntry({
    waitId: 'd'.repeat(24),
    people: [{ childId: null, name: 'Ben' }],
    state: 'paused',
    lapses: 1,
    position: null,
    joinedAt: '2027-05-03T10:00:00.000Z',
  }),
];

function renderWaiting(entries = ENTRIES, demand = { asked: 12, offered: 5, enrolled: 3 }) {
  answer('GET /classWaiting/:classId', { entries, demand });
  renderApp(<ClassWaiting classId={ID} />);
}

const findRow = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(name) }));

test('the list has everybody in order, says what is offered until when, and how many have joined', async () => {
  renderWaiting();

  expect(
    (await findRow('Zoe Ray')).getByText(/^Offered until Tue 4 May 2027 9:05 PM/),
  ).toBeVisible();
  const siblings = await findRow('Mia and Tom');
  expect(siblings.getByText('All of them or nobody')).toBeVisible();
  expect(siblings.getByText(/^Seat kept until Wed 5 May 2027/)).toBeVisible();
  expect((await findRow('Ben')).getByText('Paused: an offer ran out')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Waiting list : 3' })).toBeVisible();
  expect(
    screen.getByText(
      '12 people have joined this waiting list so far. Offered a seat: 5. Enrolled: 3.',
    ),
  ).toBeVisible();
});

test('an entry goes up and down, except at the ends', async () => {
  const sent: unknown[] = [];
  renderWaiting();
  answer('PATCH /classWaiting/:classId/:waitId', ({ params, body }) => {
    sent.push([params['waitId'], body]);
    return { status: true };
  });

  const siblings = await findRow('Mia and Tom');
  await userEvent.click(siblings.getByRole('button', { name: 'Move Mia and Tom up' }));
  const ada = await findRow('Ada Byron');
  expect(ada.getByRole('button', { name: 'Move Ada Byron up' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await userEvent.click(ada.getByRole('button', { name: 'Move Ada Byron up' }));
  await userEvent.click(ada.getByRole('button', { name: 'Move Ada Byron down' }));

  // Ada joined first: she is behind the siblings only if theirs is the higher priority.
  expect(sent).toEqual([
    ['b'.repeat(24), { priority: 1 }],
    ['a'.repeat(24), { priority: -1 }],
  ]);
});

test('seats are offered before their turn after a confirmation', async () => {
  const offered: unknown[] = [];
  renderWaiting();
  answer('POST /classWaiting/:classId/:waitId/offer', ({ params }) => {
    offered.push(params);
    return { status: true };
  });

  const siblings = await findRow('Mia and Tom');
  await userEvent.click(siblings.getByRole('button', { name: 'Offer now to Mia and Tom' }));
  await findDialog('Offer seats to Mia and Tom now?');
  expect(offered).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Yes, Offer!' }));

  await findDialog('The seats are offered');
  expect(offered).toEqual([{ classId: ID, waitId: 'b'.repeat(24) }]);
});

test('without free seats, the server’s reason is shown', async () => {
  renderWaiting();
  const message = 'There are not enough free seats for this entry.';
  answer('POST /classWaiting/:classId/:waitId/offer', () => refuse('class_full', { message }));

  await userEvent.click(await screen.findByRole('button', { name: 'Offer now to Ada Byron' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Offer!' }));
  await findDialog(message);
});

test('a class with an empty waiting list says so', async () => {
  renderWaiting([], { asked: 0, offered: 0, enrolled: 0 });
  expect(await screen.findByText('Nobody has joined this waiting list yet.')).toBeVisible();
});

// Rules: R649.
test('an entry for days of a class that is sold by day says which', async () => {
  renderWaiting([buildEntry({ days: ['2027-07-05', '2027-07-07'] })]);
  const row = await findRow('Ada Byron');
  expect(row.getByText('Mon 5 – Wed 7 July 2027, on Mondays and Wednesdays')).toBeVisible();
});
