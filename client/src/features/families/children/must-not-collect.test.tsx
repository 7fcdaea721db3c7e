import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { Child } from './child.tsx';
import { buildChildDetails } from './children.testing.ts';

const karl = { _id: 'e'.repeat(24), name: 'Karl Falk', since: '2026-05-04', note: 'Tall' };

function renderChild(changes: Partial<ChildDetails> = {}) {
  const sent: unknown[] = [];
  let child = buildChildDetails(changes);
  answer('GET /myChildren/:id', () => child);
  answer('POST /myChildren/:id/mustNotCollect', ({ body }) => {
    sent.push(body);
    child = { ...child, mustNotCollect: [karl] };
    return { status: true as const };
  });
  answer('DELETE /myChildren/:id/mustNotCollect/:entryId', ({ params }) => {
    sent.push(params.entryId);
    child = { ...child, mustNotCollect: [] };
    return { status: true as const };
  });
  renderApp(<Child id={child._id} isConfirmed />, { user: student });
  return sent;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('a guardian says who must not pick a child up, and ends it', async () => {
  const sent = renderChild();
  await press('Name somebody');
  await userEvent.type(screen.getByLabelText('Name'), 'Karl Falk');
  await userEvent.type(screen.getByLabelText(/What the team must know/), 'Tall');
  await press('Save');
  const entry = await screen.findByText(/must not pick up Mia, since/);
  // In view and in focus: this must not be saved wrong.
  await waitFor(() => expect(entry.closest('li')).toHaveFocus());
  const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
  expect(sent).toEqual([{ name: 'Karl Falk', since: today, note: 'Tall' }]);
  await press('End this for Karl Falk');
  await userEvent.click(
    within(await findDialog('End this for Karl Falk?')).getByRole('button', { name: 'End it' }),
  );
  await findDialog('Ended');
  expect(sent.at(-1)).toBe(karl._id);
  expect(screen.queryByText(/must not pick up Mia, since/)).toBeNull();
});

test('the name of another guardian is refused beside the field', async () => {
  renderChild();
  answer('POST /myChildren/:id/mustNotCollect', () =>
    refuse('invalid_input', { fields: { 'body.name': 'Only the office can decide that.' } }),
  );
  await press('Name somebody');
  await userEvent.type(screen.getByLabelText('Name'), 'Tom Feldsee');
  await press('Save');
  expect(await screen.findByText('Only the office can decide that.')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Tom Feldsee');
});
