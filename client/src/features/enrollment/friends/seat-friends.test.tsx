import type { Friends } from '@speakifyr/contract/friends.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { FriendsButton } from './friends-button.tsx';

const CART = '1'.repeat(24);
const BEN = '2'.repeat(24);
const CIRCLE = 'c'.repeat(24);
const NOBODY: Friends = { until: null, asked: [], friends: [], joined: [], mayChange: true };

/** @returns what is sent */
async function openFriends(known: Partial<Friends> = {}, camp_end = '2099-08-06') {
  const sent: unknown[] = [];
  answer('GET /friends/:cartId', { ...NOBODY, ...known });
  answer('PUT /friends/:cartId', ({ body }) => {
    sent.push(body);
    return { code: 'K7QM-2ZPA-9RXC' };
  });
  const classData = { name: 'Sailing' } as Parameters<typeof FriendsButton>[0]['seat']['classData'];
  renderApp(<FriendsButton seat={{ cartId: CART, student_name: 'Mia', camp_end, classData }} />);
  const button = screen.queryByRole('button', { name: /^Friends/ });
  if (button) await userEvent.click(button);
  return sent;
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

// Rules: R687.
test('a family makes a code, which is shown once, and says that it is a wish', async () => {
  const sent = await openFriends();
  const dialog = within(await screen.findByRole('dialog', { name: 'Friends of Mia' }));
  expect(dialog.getByText(/It is a wish, not a promise/)).toBeVisible();
  await press('Make a code');
  expect(await dialog.findByText('K7QM-2ZPA-9RXC')).toBeVisible();
  expect(dialog.getByText(/it is shown only now/)).toBeVisible();
  expect(sent).toEqual([{ act: 'make' }]);
});

// Rules: R688.
test('who used the code is let in or not; who waits for another family reads no name', async () => {
  const sent = await openFriends({
    asked: [{ cartId: BEN, name: 'Ben Ahlers' }],
    joined: [{ circleId: CIRCLE, name: null }],
  });
  expect(await screen.findByText('Ben Ahlers wants to be with Mia.')).toBeVisible();
  expect(screen.getByText(/The other family has not answered yet/)).toBeVisible();
  await press('Yes to Ben Ahlers');
  await expect.poll(() => sent).toEqual([{ act: 'accept', who: BEN }]);
  await press(/^Leave/);
  await expect.poll(() => sent[1]).toEqual({ act: 'leave', who: CIRCLE });
});

test('a code is typed in any form, and a wrong one says so beside the field', async () => {
  const sent = await openFriends();
  await userEvent.type(
    await screen.findByLabelText('The code of another family'),
    'k7qm 2zpa 9rxc',
  );
  await press('Ask them');
  await expect.poll(() => sent).toHaveLength(1);
  answer('PUT /friends/:cartId', () => refuse('code_unknown', { message: 'We don’t know it.' }));
  await userEvent.type(screen.getByLabelText('The code of another family'), 'K7QM-2ZPA-9RXD');
  await press('Ask them');
  expect(await screen.findByText('We don’t know it.')).toBeVisible();
});

test('who may only see the child reads its friends, and changes nothing', async () => {
  await openFriends({ friends: [{ cartId: BEN, name: 'Ben Ahlers' }], mayChange: false });
  expect(await screen.findByText('Ben Ahlers')).toBeVisible();
  expect(screen.getByText('Only somebody who may book for Mia can change this.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Remove|Make a code/ })).toBeNull();
});

test('a class that is over has no such button', async () => {
  await openFriends({}, '2020-08-06');
  expect(screen.queryByRole('button', { name: /^Friends/ })).toBeNull();
});

// Rules: R687.
test('a code says until which day others can use it', async () => {
  await openFriends({ until: '2027-05-14T10:00:00.000Z' });
  expect(
    await screen.findByText('Other families can use your code until Fri 14 May 2027.'),
  ).toBeVisible();
});
