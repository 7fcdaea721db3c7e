import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { Child } from './child.tsx';
import { buildChildDetails } from './children.testing.ts';

const until = new Date(Date.now() + 10 * 3_600_000).toISOString();
const eva = { name: 'Eva Stone', until, isLocked: false };

/** @returns the names for which a code was made, and what withdraws it */
function renderChild(changes: Partial<ChildDetails> = {}) {
  const made: unknown[] = [];
  let child = buildChildDetails(changes);
  answer('GET /myChildren/:id', () => child);
  answer('POST /pickupCode/:childId', ({ body }) => {
    made.push((body as { name: string }).name);
    child = { ...child, pickupCode: eva };
    return { status: true as const, code: '042193', until };
  });
  answer('DELETE /pickupCode/:childId', () => {
    child = { ...child, pickupCode: null };
    return { status: true as const };
  });
  renderApp(<Child id={child._id} isConfirmed />, { user: student });
  return made;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('a parent names an adult, reads the code once, and withdraws it', async () => {
  const made = renderChild();
  await press('Make a code');
  await press('Make a code');
  expect(await screen.findByText('Name is required')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Who comes?'), ' Eva Stone ');
  await press('Make a code');

  expect(await screen.findByText('042 193')).toBeVisible();
  expect(made).toEqual([' Eva Stone ']);
  expect(screen.getByText(/^Eva Stone can collect Mia once, until/)).toBeVisible();
  await press('Withdraw the code');
  await userEvent.click(
    within(await findDialog('Withdraw the code?')).getByRole('button', { name: 'Withdraw' }),
  );
  await findDialog('Withdrawn');
  expect(screen.queryByText('042 193')).toBeNull();
  expect(screen.queryByText(/Eva Stone can collect/)).toBeNull();
});

test('a code that somebody tried to guess says so; who only sees the child makes none', async () => {
  renderChild({ pickupCode: { ...eva, isLocked: true }, canChange: false, may: ['see'] });
  expect(await screen.findByText(/no longer works: somebody entered wrong codes/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /code/ })).toBeNull();
});

test('a refusal keeps the name', async () => {
  renderChild();
  answer('POST /pickupCode/:childId', () => refuse('unavailable'));
  await press('Make a code');
  await userEvent.type(screen.getByLabelText('Who comes?'), 'Eva Stone');
  await press('Make a code');
  expect(await screen.findByText(/We cannot do this right now/)).toBeVisible();
  expect(screen.getByLabelText('Who comes?')).toHaveValue('Eva Stone');
});
