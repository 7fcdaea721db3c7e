import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { nextYear } from '../../../testing/today.ts';
import { Child } from './child.tsx';
import { buildChild, buildChildDetails, buildKnown, grandfather } from './children.testing.ts';

/** @returns the lists of contacts that were sent */
function renderContacts(contacts = [grandfather]) {
  const sent: unknown[] = [];
  answer(
    'GET /myChildren/:id',
    buildChildDetails({ contacts: contacts.map((one) => buildKnown(one)) }),
  );
  answer('PUT /myChildren/:id/contacts', ({ body }) => {
    sent.push((body as { contacts: unknown }).contacts);
    return { status: true as const };
  });
  renderApp(<Child id={'b'.repeat(24)} isConfirmed />, { user: student });
  return sent;
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save contact' }));

// Rules: R243, R252, R509.
test('a contact has a number to call, and says until when they may pick the child up', async () => {
  renderContacts([grandfather, { ...grandfather, name: 'Ada', pickUpUntil: '2020-08-05' }]);

  const item = (await screen.findAllByText('Olaf Feldsee'))[0]!.closest('li')!;
  expect(item).toHaveTextContent('Olaf Feldsee, Grandfather');
  expect(within(item).getByRole('link', { name: '+880 1711-555' })).toHaveAttribute(
    'href',
    'tel:+8801711555',
  );
  expect(item).toHaveTextContent('Call in an emergency');
  expect(item).toHaveTextContent(/May pick up until \w{3} 5 August/);
  expect(screen.getAllByText('Ada')[0]!.closest('li')).toHaveTextContent(
    'it ended on Wed 5 August 2020',
  );
});

test('a contact says who entered it, and whether the office decides', async () => {
  const entered = buildKnown(grandfather, { enteredBy: 'Omar Falk', asksOffice: true });
  const own = buildKnown({ ...grandfather, name: 'Ada' });
  answer('GET /myChildren/:id', buildChildDetails({ contacts: [entered, own] }));
  renderApp(<Child id={'b'.repeat(24)} isConfirmed />, { user: student });
  const item = (await screen.findAllByText('Olaf Feldsee'))[0]!.closest('li')!;
  expect(item).toHaveTextContent('Entered by Omar Falk');
  expect(item).toHaveTextContent('Does not pick up unless the office says so');
  expect(item).not.toHaveTextContent('May pick up');
  const other = screen.getAllByText('Ada')[0]!.closest('li')!;
  expect(other).toHaveTextContent('May pick up');
  expect(other).not.toHaveTextContent('Entered by');
  expect(other).not.toHaveTextContent('the office');
});

test('a contact is added to those that are there', async () => {
  const sent = renderContacts();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a contact' }));
  await userEvent.type(screen.getByLabelText('Name'), 'Rosa');
  await userEvent.type(screen.getByLabelText('Phone'), '01711 22');
  await userEvent.type(screen.getByLabelText('Relation to the child'), 'Neighbor');
  expect(screen.queryByLabelText(/pick up until/)).toBeNull();
  await userEvent.click(screen.getByLabelText('May pick the child up'));
  await userEvent.type(screen.getByLabelText(/May pick up until/), nextYear('07-01'));
  await save();

  await waitFor(() =>
    expect(sent).toEqual([
      [
        grandfather,
        {
          name: 'Rosa',
          phone: '01711 22',
          relation: 'Neighbor',
          isEmergency: true,
          mayPickUp: true,
          pickUpUntil: nextYear('07-01'),
        },
      ],
    ]),
  );
});

// Rules: R703.
test('a change is of the contact that it began with, and says which list that was', async () => {
  const ada = { ...grandfather, name: 'Ada' };
  const sent: unknown[] = [];
  answer(
    'GET /myChildren/:id',
    buildChildDetails({ contacts: [grandfather, ada].map((one) => buildKnown(one)) }),
  );
  answer('PUT /myChildren/:id/contacts', ({ body }) => {
    sent.push(body);
    return refuse('contacts_changed');
  });
  const app = renderApp(<Child id={'b'.repeat(24)} isConfirmed />, { user: student });
  await userEvent.click(await screen.findByRole('button', { name: 'Change Ada' }));
  // In the meantime, another guardian removes the first contact.
  answer('GET /myChildren/:id', buildChildDetails({ contacts: [buildKnown(ada)] }));
  await app.queryClient.refetchQueries();
  await waitFor(() => expect(screen.queryByText(grandfather.name)).toBeNull());
  await userEvent.type(screen.getByLabelText('Relation to the child'), '!');
  await save();
  expect(await screen.findByText(/has just changed these contacts/)).toBeVisible();
  const changed = { ...ada, relation: `${ada.relation}!` };
  expect(sent).toEqual([{ contacts: [grandfather, changed], seenContacts: [grandfather, ada] }]);
});

test('who may no longer pick up has no last day either', async () => {
  const sent = renderContacts();
  await userEvent.click(await screen.findByRole('button', { name: 'Change Olaf Feldsee' }));
  await userEvent.click(screen.getByLabelText('May pick the child up'));
  await save();

  await waitFor(() =>
    expect(sent).toEqual([[{ ...grandfather, mayPickUp: false, pickUpUntil: null }]]),
  );
});

test('a name, a number and the relation are needed; a refusal keeps what was typed', async () => {
  const sent = renderContacts([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Add a contact' }));
  await userEvent.click(screen.getByLabelText('That’s me'));
  await save();
  for (const problem of [
    'Name is required',
    'Please enter a phone number, such as +1 202 555 0143.',
    'Say who this is.',
  ])
    expect(await screen.findByText(problem)).toBeVisible();
  expect(sent).toEqual([]);

  answer('PUT /myChildren/:id/contacts', () => refuse('unavailable'));
  await userEvent.type(screen.getByLabelText('Name'), 'Rosa');
  await userEvent.type(screen.getByLabelText('Phone'), '01711 22');
  await userEvent.type(screen.getByLabelText('Relation to the child'), 'Neighbor');
  await save();
  expect(await screen.findByText(/We cannot do this right now/)).toBeVisible();
  expect(screen.getByLabelText('Phone')).toHaveValue('01711 22');
});

test('a number is shown as people of the country write it, and dialed with its extension', async () => {
  const sent = renderContacts([
    { ...grandfather, phone: '+442079460018;ext=12' },
    { ...grandfather, name: 'Ada', phone: '+8801711555222' },
    // From an earlier version.
    { ...grandfather, name: 'Bo', phone: '+44 (0)20 7946 0018' },
  ]);
  for (const [name, href] of [
    ['+44 20 7946 0018 ext. 12', 'tel:+442079460018,12'],
    ['01711-555222', 'tel:+8801711555222'],
    ['+44 (0)20 7946 0018', 'tel:+442079460018'],
  ] as const)
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);

  await userEvent.click(screen.getByRole('button', { name: 'Change Ada' }));
  expect(screen.getByLabelText('Phone')).toHaveValue('01711-555222');
  await userEvent.clear(screen.getByLabelText('Phone'));
  await userEvent.click(screen.getByLabelText('Phone'));
  await userEvent.paste('\u202a+1 202 555 0143\u202c');
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('removing a contact is asked about first', async () => {
  const sent = renderContacts();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Olaf Feldsee' }));
  const question = await findDialog('Remove Olaf Feldsee?');
  expect(sent).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));

  await findDialog('Removed');
  expect(sent).toEqual([[]]);
});

test('the first contact is the parent, with the phone of their profile, for emergencies and pick-up', async () => {
  const sent: unknown[] = [];
  answer('GET /myChildren/:id', buildChildDetails());
  answer('PUT /myChildren/:id/contacts', ({ body }) => {
    sent.push(body);
    return { status: true as const };
  });
  renderApp(<Child id={'b'.repeat(24)} isConfirmed />, {
    user: { ...student, phone: '+880 1711-222' },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add a contact' }));
  expect(screen.getByLabelText('That’s me')).toBeChecked();
  await save();

  const self = { name: student.name, phone: '+880 1711-222', relation: 'Parent' };
  await waitFor(() =>
    expect(sent).toEqual([
      {
        contacts: [{ ...self, isEmergency: true, mayPickUp: true, pickUpUntil: null }],
        seenContacts: [],
      },
    ]),
  );
});

test('another name is another person, who may not pick up only because the parent may', async () => {
  const sent = renderContacts([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Add a contact' }));
  await userEvent.clear(screen.getByLabelText('Name'));
  expect(screen.getByLabelText('That’s me')).not.toBeChecked();
  expect(screen.getByLabelText('May pick the child up')).not.toBeChecked();
  await userEvent.type(screen.getByLabelText('Name'), 'Inge');
  await userEvent.type(screen.getByLabelText('Phone'), '01711 22');
  await userEvent.type(screen.getByLabelText('Relation to the child'), 'Grandmother');
  await save();

  await waitFor(() =>
    expect(sent).toMatchObject([[{ name: 'Inge', relation: 'Grandmother', mayPickUp: false }]]),
  );
});

test('a second contact is somebody else, unless the parent says that it is them', async () => {
  renderContacts();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a contact' }));
  expect(screen.getByLabelText('Name')).toHaveValue('');
  await userEvent.click(screen.getByLabelText('That’s me'));
  expect(screen.getByLabelText('Name')).toHaveValue(student.name);
});

test('one tap gives a child the contacts of a brother or sister who has some', async () => {
  const sent: unknown[] = [];
  const leo = buildChild({ _id: 'c'.repeat(24), name: 'Leo', hasContacts: true });
  const ada = buildChild({ _id: 'd'.repeat(24), name: 'Ada' });
  answer('GET /myChildren', { children: [buildChild(), leo, ada], invitations: [] });
  answer('GET /myChildren/:id', ({ params }) =>
    buildChildDetails(params.id === leo._id ? { ...leo, contacts: [buildKnown(grandfather)] } : {}),
  );
  answer('PUT /myChildren/:id/contacts', ({ params, body }) => {
    sent.push([params.id, body]);
    return { status: true as const };
  });
  renderApp(<Child id={'b'.repeat(24)} isConfirmed />, { user: student });

  const same = await screen.findByRole('button', { name: 'Same as for Leo' });
  expect(screen.queryByRole('button', { name: 'Same as for Ada' })).toBeNull();
  await userEvent.click(same);
  await findDialog('Saved');
  expect(sent).toEqual([['b'.repeat(24), { contacts: [grandfather], seenContacts: [] }]]);
});
