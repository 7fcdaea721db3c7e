import type { Found } from '@speakifyr/contract/search.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { location, renderApp } from '../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../testing/server.ts';
import { SearchBox } from './search-box.tsx';

const PARENT = '1'.repeat(24);
const CLASS = 'c'.repeat(24);
const NOTHING: Found = {
  children: [],
  parents: [],
  classes: [],
  seats: [],
  payments: [],
  papers: [],
};
const FOUND: Found = {
  children: [
    {
      ...{ _id: 'a'.repeat(24), name: 'Seán O’Brien', birthDate: '2018-03-04' },
      ...{ familyId: PARENT, guardians: ['Nora Byron', 'Ben'] },
    },
  ],
  parents: [
    {
      ...{ _id: PARENT, name: 'Nora Byron', email: 'nora@x.test', phone: '+12025550143' },
      ...{ role: 'student', isRemoved: true },
    },
  ],
  classes: [],
  seats: [
    {
      ...{ cartId: 'd'.repeat(24), entry_code: 'SAI-101', name: 'Seán O’Brien' },
      ...{ classId: CLASS, className: 'Sailing' },
    },
  ],
  payments: [
    { _id: 'pi_nora', name: 'Nora Byron', amount: 8_950, currency: 'USD', state: 'enrolled' },
  ],
  papers: [
    {
      ...{ _id: 'R-000123', kind: 'receipt', no: 123, paymentId: 'pi_nora', name: 'Nora Byron' },
      ...{ amount: 8_950, currency: 'USD' },
    },
    {
      ...{ _id: 'C-000123', kind: 'credit note', no: 123, paymentId: 'pi_ben', name: 'Ben' },
      ...{ amount: 1_000, currency: 'USD' },
    },
  ],
};

function renderBox(found: Found = FOUND) {
  const asked: unknown[] = [];
  answer('GET /search', ({ query }) => {
    asked.push(query.text);
    return found;
  });
  renderApp(
    <>
      <SearchBox findPages={findPages} />
      <textarea aria-label="Notes" />
    </>,
  );
  return asked;
}

const findPages = (text: string) =>
  'audit log'.startsWith(text)
    ? [{ key: 'page-log', title: 'Audit Log', note: 'Who did what', to: '/dashboard/auditLog' }]
    : [];
const findBox = () => screen.getByRole('combobox', { name: /^Find a family/ });

// Rules: R220.
test('what is found comes in groups, each with a link to where it is shown', async () => {
  const asked = renderBox();

  await userEvent.type(findBox(), '  obrien  sean ');

  const list = await screen.findByRole('listbox');
  await within(list).findByRole('group', { name: 'Children' });
  const read = (group: string) =>
    within(within(list).getByRole('group', { name: group }))
      .getAllByRole('option')
      .map((option) => `${option.textContent} ${option.getAttribute('href')}`);
  expect(read('Children')[0]).toMatch(
    new RegExp(`^Seán O’Brien\\d+ years old · child of Nora Byron and Ben .*/${PARENT}$`),
  );
  expect(read('Parents')).toEqual([
    `Nora Byronnora@x.test · +1 202 555 0143 · removed /dashboard/families/${PARENT}`,
  ]);
  expect(read('Seats')).toEqual([`SAI-101 Seán O’BrienSailing /dashboard/classes/${CLASS}`]);
  expect(read('Payments')).toEqual([
    '$89.50 USD · PaidNora Byron · pi_nora /dashboard/payments?search=pi_nora',
  ]);
  expect(read('Receipts')).toEqual([
    'R-000123 · $89.50 USDNora Byron /dashboard/receipts/pi_nora',
    'C-000123 · $10 USDcredit note · Ben /dashboard/creditNotes/123',
  ]);
  expect(screen.getByRole('status')).toHaveTextContent('6 found');
  expect(asked.at(-1)).toBe('obrien  sean');
});

test('the keyboard is enough: a shortcut, arrows, Enter and Escape', async () => {
  renderBox();
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(findBox()).toHaveFocus();

  await userEvent.keyboard('nora');
  const [first, second] = await screen.findAllByRole('option');
  expect(findBox()).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(second).toHaveAttribute('aria-selected', 'true');
  expect(findBox()).toHaveAttribute('aria-activedescendant', second?.id);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getAllByRole('option').at(-1)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  expect(first).toHaveAttribute('aria-selected', 'true');

  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(findBox()).toHaveValue('nora');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(location.pathname).toBe(`/dashboard/families/${PARENT}`);
  expect(findBox()).toHaveValue('');
});

test('what somebody types elsewhere stays there', async () => {
  renderBox();
  await userEvent.type(screen.getByLabelText('Notes'), 'k and/or slash');
  expect(screen.getByLabelText('Notes')).toHaveValue('k and/or slash');
  expect(screen.getByLabelText('Notes')).toHaveFocus();
});

test('Enter asks at once, and never opens what was found for another text', async () => {
  const asked = renderBox();
  await userEvent.type(findBox(), 'nora{Enter}');
  await screen.findAllByRole('option');
  expect(asked).toEqual(['nora']);
  expect(location.pathname).toBe('/');
  // Another letter: what is listed was found for the text before.
  await userEvent.type(findBox(), 'x{Enter}');
  expect(location.pathname).toBe('/');
  await waitFor(() => expect(asked).toEqual(['nora', 'norax']));
});

test('spaces and what nobody sees ask nothing, nothing found says what can be typed, and a problem is said', async () => {
  const asked = renderBox(NOTHING);
  await userEvent.type(findBox(), ' \u200b{Enter}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await userEvent.clear(findBox());
  await userEvent.type(findBox(), 'nobody');
  expect(await screen.findByText(/^Nothing found. Try a name, phone/)).toBeVisible();
  expect(asked).toEqual(['nobody']);

  answer('GET /search', () => refuse('unavailable', { message: 'Try again in a minute.' }));
  await userEvent.type(findBox(), ' again');
  expect(await screen.findByRole('alert')).toHaveTextContent('Try again in a minute.');
});

// Rules: R611.
test('pages are found without the server, below what it finds, and by the keyboard', async () => {
  let answerNow = () => {};
  answer('GET /search', async () => {
    await new Promise<void>((resolve) => (answerNow = resolve));
    return FOUND;
  });
  renderApp(<SearchBox findPages={findPages} />);
  await userEvent.type(findBox(), 'audit log{Enter}');
  const page = await screen.findByRole('option', { name: /^Audit Log/ });
  // The server may still find a family.
  await userEvent.keyboard('{Enter}');
  expect(location.pathname).toBe('/');
  answerNow();
  await screen.findByRole('group', { name: 'Children' });
  expect(screen.getAllByRole('option').at(-1)).toBe(page);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(location.pathname).toBe('/dashboard/auditLog');
});

test('a page is found also while the server does not answer', async () => {
  breakConnection('GET /search');
  renderApp(<SearchBox findPages={findPages} />);
  await userEvent.type(findBox(), 'audit');
  await screen.findByRole('alert');
  expect(screen.getByRole('option')).toHaveTextContent(/^Audit Log/);
  await userEvent.keyboard('{Enter}');
  expect(location.pathname).toBe('/dashboard/auditLog');
});
