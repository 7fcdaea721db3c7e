import { NO_EMAIL } from '@speakifyr/contract/stand-in-address.ts';
import type { Family, Merging } from '@speakifyr/contract/families.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { location, renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { ClaimFamily } from '../children/claim-family.tsx';
import { FamilyLetter } from './family-letter.tsx';
import { MergeFamily } from './merge-family.tsx';
import { NewFamily } from './new-family.tsx';

const RUTH = '1'.repeat(24);
const NORA = '2'.repeat(24);

// Rules: R321, R322, R496.
test('the office adds a family with a child, and its page opens', async () => {
  const sent: { id?: string }[] = [];
  answer('POST /families', ({ body }) => {
    sent.push(body as { id: string });
    return { status: true };
  });
  renderApp(<NewFamily />);
  await userEvent.click(screen.getByRole('button', { name: 'New family' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New family' }));
  await userEvent.type(dialog.getByLabelText('Parent’s name'), 'Ruth Garcia');
  await userEvent.type(dialog.getByLabelText('Phone'), '202 555 0188');
  await userEvent.click(dialog.getByRole('button', { name: 'Another child' }));
  // The first child stays empty: it is not sent.
  await userEvent.type(dialog.getAllByLabelText('Name')[1]!, 'Mia');
  await userEvent.click(dialog.getByRole('button', { name: 'Add the family' }));
  expect(await dialog.findByText('Please choose a day.')).toBeVisible();
  const child = dialog.getByRole('group', { name: 'Child 1' });
  const birthDate = within(child).getByLabelText('Birth date');
  expect(within(child).getByLabelText('Name')).toHaveValue('Mia');
  expect(birthDate).toHaveFocus();
  await userEvent.type(birthDate, '2016-05-04');
  await userEvent.click(dialog.getByRole('button', { name: 'Add the family' }));
  await findDialog('Ruth Garcia is added');
  await userEvent.keyboard('{Escape}');
  expect(sent).toMatchObject([
    {
      ...{ name: 'Ruth Garcia', phone: '202 555 0188' },
      children: [{ name: 'Mia', birthDate: '2016-05-04' }],
    },
  ]);
  expect(sent[0]?.id).toMatch(/^[0-9a-f]{24}$/);
  await expect.poll(() => location.pathname).toBe(`/dashboard/families/${sent[0]?.id}`);
});

test('what is wrong with a child stands beside its field', async () => {
  const fields = { 'body.children.0.birthDate': 'Must not be in the future.' };
  answer('POST /families', () => refuse('invalid_input', { fields }));
  renderApp(<NewFamily />);
  await userEvent.click(screen.getByRole('button', { name: 'New family' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New family' }));
  await userEvent.type(dialog.getByLabelText('Parent’s name'), 'Ruth');
  await userEvent.type(dialog.getByLabelText('Name'), 'Mia');
  await userEvent.type(dialog.getByLabelText('Birth date'), '2016-05-04');
  await userEvent.click(dialog.getByRole('button', { name: 'Add the family' }));
  expect(await dialog.findByText('Must not be in the future.')).toBeVisible();
  expect(dialog.getByLabelText('Birth date')).toBeInvalid();
});

test('the letter says what is booked and what to pay, and has the code once the office adds one', async () => {
  const campClass = {
    ...{ _id: 'c'.repeat(24), name: 'Sailing', course_tag: 'SAI', status: 'open' },
    ...{ camp_start: '2027-07-05', camp_end: '2027-07-09', isCanceled: false },
  };
  const transfer = { account: 'Lake Bank 12', reference: 'RF18 1234 5678' };
  const family = {
    account: {
      _id: RUTH,
      name: 'Ruth Garcia',
      role: 'student',
      hasSignIn: false,
      claim: null,
      transfer,
    },
    held: [
      {
        campClass,
        person: {
          cartId: 'e'.repeat(24),
          name: 'Mia',
          cost: 8_000,
          heldUntil: '2027-06-01T21:00:00Z',
        },
      },
    ],
    enrolled: [
      {
        campClass,
        person: {
          ...{ cartId: 'f'.repeat(24), name: 'Ben', entry_code: 'SAI-101' },
          owed: [{ due: '2027-06-15', amount: 4_050 }],
        },
      },
    ],
    calls: [
      {
        _id: 'one',
        content: {
          subject: 'Chess is canceled',
          greeting: 'Hi Ruth,',
          parts: [
            { kind: 'text', text: 'You get $240 back.' },
            { kind: 'link', label: 'See all classes', path: '/classes' },
          ],
        },
      },
    ],
  } as unknown as Family;
  answer('GET /families/:id', family);
  renderApp(<FamilyLetter id={RUTH} />);
  const letter = await screen.findByRole('article', { name: 'Letter to Ruth Garcia' });
  expect(letter).toHaveTextContent('Sailing for Mia');
  expect(letter).toHaveTextContent(/send \$80 to the school/);
  expect(letter).toHaveTextContent(/SAI-101\.\$40\.50 owed, by .*15 June 2027/);
  expect(letter).toHaveTextContent('What is owed, $40.50 in all');
  expect(letter).toHaveTextContent('Lake Bank 12, with the reference RF18 1234 5678.');
  // What an email would have said, without its buttons.
  expect(letter).toHaveTextContent('Chess is canceledYou get $240 back.');
  expect(letter).not.toHaveTextContent('See all classes');
  expect(letter).not.toHaveTextContent('this code');

  const claim = { code: 'K7QM-2ZPA-9RXC', until: '2027-08-01T00:00:00.000Z' };
  answer('POST /families/:id/claimCode', { status: true, ...claim });
  const { until } = claim;
  answer('GET /families/:id', { ...family, account: { ...family.account, claim: { until } } });
  await userEvent.click(screen.getByRole('button', { name: 'Add a code to log in' }));
  expect(await screen.findByText('K7QM-2ZPA-9RXC')).toBeVisible();
  expect(letter).toHaveTextContent('/dashboard/claim');
});

const MERGING: Merging = {
  from: { _id: RUTH, name: 'Ruth Garcia', email: NO_EMAIL },
  into: { _id: NORA, name: 'Nora Byron', email: 'nora@x.test' },
  ...{ children: ['Mia'], seats: 2, payments: 1, waiting: 0, notes: 0 },
  ...{ needsOwner: false, obstacle: null },
  twice: [
    {
      ...{ childId: 'a'.repeat(24), name: 'Mia', obstacle: null },
      says: ['Both have an answer about health: all of both stays.'],
    },
    { childId: 'b'.repeat(24), name: 'Tom', says: [], obstacle: 'Both have a seat in Kites.' },
  ],
};

async function chooseNora() {
  answer('GET /search', {
    ...{ children: [], classes: [], seats: [], payments: [], papers: [] },
    parents: [
      { _id: RUTH, name: 'Ruth Garcia', email: 'r@x.test', role: 'student', isRemoved: false },
      { _id: NORA, name: 'Nora Byron', email: 'nora@x.test', role: 'student', isRemoved: false },
    ],
  });
  const account = { _id: RUTH, name: 'Ruth Garcia' } as Family['account'];
  renderApp(<MergeFamily account={account} />);
  await userEvent.click(screen.getByRole('button', { name: 'Merge with another family' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Merge with another family' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Merge for good' }));
  expect(await dialog.findByText('Please choose one.')).toBeVisible();
  expect(dialog.getByLabelText('The other family')).toHaveFocus();
  await userEvent.type(dialog.getByLabelText('The other family'), 'nora');
  await userEvent.click(await dialog.findByLabelText(/Nora Byron/));
  // Never with itself.
  expect(dialog.queryByLabelText(/Ruth Garcia/)).toBeNull();
  return dialog;
}

test('before two families become one, the office reads what goes and what is twice, and says why', async () => {
  const sent: unknown[] = [];
  answer('GET /families/:id/merge', MERGING);
  answer('POST /families/:id/merge', ({ params, body }) => {
    sent.push(params, body);
    return { status: true, isMerged: true };
  });
  const dialog = await chooseNora();
  expect(await dialog.findByRole('status')).toHaveTextContent(
    'Nora Byron (nora@x.test) gets: Mia, 2 seats, and 1 payment.This can’t be undone.',
  );
  expect(dialog.getByText(/all of both stays/)).toBeVisible();
  expect(dialog.getByRole('checkbox', { name: 'Tom' })).toBeDisabled();
  expect(dialog.getByText('Both have a seat in Kites.')).toBeVisible();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Mia' }));
  const button = dialog.getByRole('button', { name: 'Merge for good' });
  await userEvent.click(button);
  expect(await dialog.findByText('Say why.')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Why are they one family?'), 'Same mother');
  await userEvent.click(button);
  await findDialog('The families are merged');
  await userEvent.keyboard('{Escape}');
  expect(sent).toEqual([{ id: RUTH }, { into: NORA, note: 'Same mother', join: ['a'.repeat(24)] }]);
  await expect.poll(() => location.pathname).toBe(`/dashboard/families/${NORA}`);
});

test('the owner of an account with a log-in is asked first', async () => {
  answer('GET /families/:id/merge', { ...MERGING, needsOwner: true });
  answer('POST /families/:id/merge', { status: true, isMerged: false });
  const dialog = await chooseNora();
  expect(await dialog.findByRole('status')).toHaveTextContent(/so they decide/);
  await userEvent.type(dialog.getByLabelText('Why are they one family?'), 'Same mother');
  await userEvent.click(dialog.getByRole('button', { name: 'Ask the owner' }));
  await findDialog('The owner is asked by email');
});

test('what forbids it is said, and nothing can be pressed', async () => {
  const obstacle = 'A seat is just being canceled or moved.';
  answer('GET /families/:id/merge', { ...MERGING, obstacle });
  const dialog = await chooseNora();
  expect(await dialog.findByText(obstacle)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Merge for good' })).toBeDisabled();
});

// Rules: R600.
test('who has the same child already is asked about it before the family is taken over', async () => {
  const sent: unknown[] = [];
  const [mia, tom] = ['1', '2'].map((digit) => digit.repeat(24));
  answer('POST /claimFamily', ({ body }) => {
    sent.push(body);
    if (sent.length > 1) return { status: true };
    const twice = [
      { childId: mia!, name: 'Mia', says: ['Both have a photo.'], obstacle: null },
      { childId: tom!, name: 'Tom', says: [], obstacle: 'Both have a seat in Kites.' },
    ];
    return { status: false, twice };
  });
  renderApp(<ClaimFamily isConfirmed />);
  await userEvent.type(screen.getByLabelText('Code'), 'k7qm 2zpa 9rxc');
  await userEvent.click(screen.getByRole('button', { name: 'Link my family' }));
  expect(
    await screen.findByRole('heading', { name: /^You have children with these names/ }),
  ).toHaveFocus();
  expect(screen.getByText('Both have a photo.')).toBeVisible();
  expect(screen.getByText('Both have a seat in Kites.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Tom' })).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Mia' }));
  await userEvent.click(screen.getByRole('button', { name: 'Link my family' }));
  await findDialog('What the school booked for you is in your account');
  const code = 'k7qm 2zpa 9rxc';
  expect(sent).toEqual([{ code }, { code, join: [mia] }]);
});

test('a parent enters the code of the letter and sees what is next; a wrong one is explained', async () => {
  answer('POST /claimFamily', () => refuse('code_unknown'));
  renderApp(<ClaimFamily isConfirmed />);
  await userEvent.type(screen.getByLabelText('Code'), 'k7qm 2zpa 9rxc');
  await userEvent.click(screen.getByRole('button', { name: 'Link my family' }));
  expect(await screen.findByText(/We don’t know this code/)).toBeVisible();
  answer('POST /claimFamily', { status: true });
  await userEvent.click(screen.getByRole('button', { name: 'Link my family' }));
  await findDialog('What the school booked for you is in your account');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => location.pathname).toBe('/dashboard/student');
});
