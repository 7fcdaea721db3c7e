import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { Child } from './child.tsx';
import { buildChildDetails } from './children.testing.ts';

const said = { from: '12:30', at: '2026-05-04T08:00:00.000Z', isYou: true, by: student.name };

function renderChild(changes: Partial<ChildDetails> = {}) {
  const sent: unknown[] = [];
  let child = buildChildDetails(changes);
  answer('GET /myChildren/:id', () => child);
  answer('PUT /myChildren/:id/mayLeaveAlone', ({ body }) => {
    sent.push(body);
    child = { ...child, mayLeaveAlone: { ...said, ...(body as { from: string }) } };
    return { status: true as const };
  });
  answer('DELETE /myChildren/:id/mayLeaveAlone', () => {
    sent.push('taken back');
    child = { ...child, mayLeaveAlone: null };
    return { status: true as const };
  });
  renderApp(<Child id={child._id} isConfirmed />, { user: student });
  return sent;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

// Rules: R412.
test('a guardian says from when on a child may leave alone, changes the time and takes it back', async () => {
  const sent = renderChild();
  await press('Let them leave alone');
  await press('Allow it');
  expect(await screen.findByText('Please enter a time.')).toBeVisible();
  await userEvent.type(screen.getByLabelText('From what time?'), '12:30');
  await press('Allow it');
  expect(await screen.findByText('Mia may leave alone from 12:30 PM.')).toBeVisible();
  expect(screen.getByText('You said so on 4 May 2026.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Pick-up' })).toHaveFocus();
  await press('Change the time');
  expect(screen.getByLabelText('From what time?')).toHaveValue('12:30');
  await userEvent.clear(screen.getByLabelText('From what time?'));
  await userEvent.type(screen.getByLabelText('From what time?'), '13:15');
  await press('Allow it');
  expect(await screen.findByText('Mia may leave alone from 1:15 PM.')).toBeVisible();
  await press('Take it back');
  const dialog = await findDialog('Take it back?');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take it back' }));
  await findDialog('Taken back');
  expect(sent).toEqual([{ from: '12:30' }, { from: '13:15' }, 'taken back']);
  expect(screen.queryByText(/may leave alone from/)).toBeNull();
});

test('who may only see the child reads who said it, and can’t change it', async () => {
  const mayLeaveAlone = { ...said, isYou: false, by: 'Nora Feldsee' };
  renderChild({ canChange: false, may: ['see'], mayLeaveAlone });
  expect(await screen.findByText('Nora Feldsee said so on 4 May 2026.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Change the time' })).toBeNull();
});

test('what the server refuses stands in the form', async () => {
  renderChild();
  answer('PUT /myChildren/:id/mayLeaveAlone', () => refuse('guardian_may_not'));
  await press('Let them leave alone');
  await userEvent.type(screen.getByLabelText('From what time?'), '12:30');
  await press('Allow it');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByLabelText('From what time?')).toHaveValue('12:30');
});
