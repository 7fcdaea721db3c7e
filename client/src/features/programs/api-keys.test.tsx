import type { ApiKey } from '@speakifyr/contract/api-keys.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { addDays } from '@speakifyr/contract/days.ts';
import { readToday } from '../../lib/format.ts';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { ApiKeys } from './api-keys.tsx';

const UNTIL = addDays(readToday(), 9);
const KEY: ApiKey = {
  ...{ _id: '1'.repeat(24), name: 'Newsletter', kind: 'rosters', start: 'spk_AbCd', until: UNTIL },
  ...{ state: 'good', createdAt: '2027-03-01T10:00:00.000Z', lastUsedAt: null },
  by: { name: 'Dana', isDirector: true },
};
const SECRET = `spk_AbCd${'e'.repeat(39)}`;

function show(keys: ApiKey[]) {
  let now = keys;
  answer('GET /apiKeys', () => now);
  renderApp(<ApiKeys />, { at: '/', user: { ...student, role: 'admin' } });
  return (next: ApiKey[]) => {
    now = next;
  };
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

// Rules: R512, R513.
test('a director makes a key, copies it, and then it is gone from the page', async () => {
  const user = userEvent.setup();
  const change = show([]);
  const sent: unknown[] = [];
  answer('POST /apiKeys', ({ body }) => {
    sent.push(body);
    change([KEY]);
    return { status: true, _id: KEY._id, key: SECRET };
  });
  await press('Make a key');
  expect(await screen.findByText('Name is required')).toBeVisible();
  await user.type(screen.getByLabelText('Name'), ' Newsletter ');
  await user.selectOptions(screen.getByLabelText('What it reads'), 'rosters');
  await user.clear(screen.getByLabelText('Last day'));
  await user.type(screen.getByLabelText('Last day'), UNTIL);
  await press('Make a key');

  expect(await screen.findByRole('heading', { name: 'The key of Newsletter' })).toHaveFocus();
  expect(sent).toEqual([{ name: ' Newsletter ', kind: 'rosters', until: UNTIL }]);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(SECRET);
  await press('Done');
  expect(screen.queryByDisplayValue(SECRET)).not.toBeInTheDocument();
  expect(await screen.findByText('spk_AbCd…')).toBeVisible();
});

test('the server’s refusal of a day is shown beside it', async () => {
  show([]);
  answer('POST /apiKeys', () => refuse('invalid_input', { fields: { 'body.until': 'Too late.' } }));
  await userEvent.type(screen.getByLabelText('Name'), 'Newsletter');
  await press('Make a key');
  expect(await screen.findByText('Too late.')).toBeVisible();
  expect(screen.getByLabelText('Last day')).toBeInvalid();
});

test('the list says who made a key and whether they still are a director', async () => {
  show([
    KEY,
    { ...KEY, _id: '2'.repeat(24), by: { name: 'Finn', isDirector: false } },
    { ...KEY, _id: '3'.repeat(24), by: { name: '', isDirector: false }, state: 'expired' },
  ]);
  const [first, second, third] = await screen.findAllByRole('row', { name: /Newsletter/ });
  expect(first).toHaveTextContent(/by Dana$|by Dana[^,]/);
  expect(second).toHaveTextContent('by Finn, who is no longer a director');
  expect(third).toHaveTextContent('by somebody whose account has ended');
  expect(third).toHaveTextContent('Ended');
});

test('a director revokes a key, after a question', async () => {
  const change = show([KEY]);
  answer('DELETE /apiKeys/:id', ({ params }) => {
    expect(params).toEqual({ id: KEY._id });
    change([{ ...KEY, state: 'revoked' }]);
    return { status: true };
  });
  await press('Revoke Newsletter');
  await press('Yes, revoke it');
  const row = await screen.findByRole('row', { name: /Revoked/ });
  expect(within(row).queryByRole('button')).not.toBeInTheDocument();
});
