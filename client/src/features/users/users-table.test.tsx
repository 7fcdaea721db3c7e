import { NO_EMAIL, standInAddress } from '@speakifyr/contract/stand-in-address.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { provider } from '../../testing/fake-firebase.ts';
import { findDialog } from '../../testing/find-dialog.ts';
import { location, renderApp, signInBefore, student } from '../../testing/render.tsx';
import { answer, breakConnection, breakOff, pageOf, refuse } from '../../testing/server.ts';
import { slowTest } from '../../testing/slow-tests.ts';
import { watchDownload } from '../../testing/watch-download.ts';
import { UsersTable } from './users-table.tsx';

const admin = buildUser({ name: 'Alma Winterbourne', role: 'admin' });
const teacher = buildUser({ name: 'Kenji Moriwake', role: 'instructor' });
const nora = buildUser({ name: 'Nora Feldsee' });

function buildUser({
  name,
  role = 'student',
  isVerified = true,
  otherSignIn = null,
  bundle,
}: Pick<ListedUser, 'name'> & Partial<ListedUser>): ListedUser {
  const [first = ''] = name.toLowerCase().split(' ');
  return {
    _id: first.padEnd(24, '0'),
    name,
    role,
    photo: '',
    email: `${first}@speakifyr.test`,
    isVerified,
    otherSignIn,
    ...(bundle && { bundle }),
  };
}

function renderUsers({
  users = [admin, teacher, nora],
  at = '/dashboard/users',
  own = admin,
}: { users?: ListedUser[]; at?: string; own?: ListedUser } = {}) {
  const asked: Record<string, string>[] = [];
  answer('GET /userList', ({ query }) => {
    asked.push(query);
    const found = users.filter(
      ({ name, role }) =>
        name.toLowerCase().includes(query['search'] ?? '') && role === (query['role'] ?? role),
    );
    if (query['all']) return found;
    const first = (Number(query['page']) - 1) * Number(query['size']);
    return pageOf(found.slice(first, first + Number(query['size'])), found.length);
  });
  const view = renderApp(<UsersTable own={own} growth="As many as last month" />, {
    at,
  });
  return { ...view, asked };
}

/** The row of the user with this name. */
const findRow = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(name) }));

const confirm = async (answerText: string) =>
  userEvent.click(await screen.findByRole('button', { name: answerText }));

/** Chooses what the new admin may do, and confirms it. Nothing is chosen before. */
async function makeAdmin() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Make Nora Feldsee an admin?' }));
  for (const choice of dialog.getAllByRole('radio')) expect(choice).not.toBeChecked();
  expect(dialog.getByRole('button', { name: 'Yes, Make Admin!' })).toBeDisabled();
  await userEvent.click(dialog.getByRole('radio', { name: /^Office/ }));
  await confirm('Yes, Make Admin!');
}

// Rules: R73, R292, R293, R295, R536, R556.
test('all users are counted and listed with their roles', async () => {
  renderUsers();

  expect(await screen.findByRole('heading', { name: 'Total Users 3' })).toBeVisible();
  expect(screen.getByText('As many as last month')).toBeVisible();
  expect((await findRow('Alma Winterbourne')).getByText('Admin')).toBeVisible();
  expect((await findRow('Kenji Moriwake')).getByText('Instructor')).toBeVisible();
  expect(
    (await findRow('Nora Feldsee')).getByRole('button', { name: new RegExp(LABELS.makeAdmin) }),
  ).toBeVisible();
});

test('admins and instructors have badges, and all that an admin may do is behind one button', async () => {
  renderUsers();

  const cells = (await findRow('Alma Winterbourne')).getAllByRole('cell');
  expect(cells[3]).toHaveTextContent(/^Admin$/);
  expect(cells[4]).toHaveTextContent('Rights of Alma WinterbourneThis is you');
  const teachers = (await findRow('Kenji Moriwake')).getAllByRole('cell');
  expect(teachers[3]).toHaveTextContent(/^Instructor$/);
  expect(teachers[4]).toHaveTextContent('Remove Kenji Moriwake');
});

test('only a student can be made an admin', async () => {
  renderUsers();

  await findRow('Nora Feldsee');
  expect(screen.getAllByRole('button', { name: new RegExp(LABELS.makeAdmin) })).toHaveLength(1);
});

test('an admin cannot remove themself', async () => {
  renderUsers();

  const own = await findRow('Alma Winterbourne');
  expect(own.getByText('This is you')).toBeVisible();
  await userEvent.click(own.getByRole('button'));
  const rights = within(screen.getByRole('dialog', { name: 'What Alma Winterbourne may do' }));
  expect(rights.queryByRole('button', { name: 'Remove as admin' })).toBeNull();
  expect(
    (await findRow('Kenji Moriwake')).getByRole('button', { name: new RegExp(LABELS.remove) }),
  ).toBeEnabled();
});

slowTest('a student is made an admin after a confirmation, and the list reloads', async () => {
  const { asked } = renderUsers();
  const promoted: unknown[] = [];
  answer('PATCH /userList/admin/:id', ({ params }) => {
    promoted.push(params['id']);
    return { modifiedCount: 1 };
  });

  await userEvent.click(
    (await findRow('Nora Feldsee')).getByRole('button', { name: new RegExp(LABELS.makeAdmin) }),
  );
  expect(promoted).toEqual([]);
  const before = asked.length;
  await makeAdmin();

  await screen.findByRole('dialog', { name: 'Nora Feldsee added as admin' });
  expect(promoted).toEqual([nora._id]);
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
});

test('who becomes a director is one only after the director has signed in again', async () => {
  provider.accounts.set(student.email, { ...student, password: 'summer-camp' });
  signInBefore({ ...student, role: 'admin' });
  renderUsers();
  const calls: unknown[] = [];
  answer('PATCH /userList/admin/:id', ({ params }) => {
    calls.push(params);
    return { modifiedCount: 1 };
  });
  answer('PATCH /adminBundle/:id', ({ body }) => {
    calls.push(body);
    return { status: true };
  });
  const open = async () => {
    const row = await findRow('Nora Feldsee');
    await userEvent.click(row.getByRole('button', { name: new RegExp(LABELS.makeAdmin) }));
    await userEvent.click(await screen.findByRole('radio', { name: /^Director/ }));
    await confirm('Yes, Make Admin!');
    return findDialog('Sign in again to confirm it’s you');
  };
  await open();
  await confirm(LABELS.cancel);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual([]);

  const again = within(await open());
  await userEvent.type(again.getByLabelText('Password'), 'summer-camp');
  await confirm('Yes, Make Admin!');
  await findDialog('Nora Feldsee added as admin');
  expect(calls).toEqual([
    { id: nora._id },
    { bundle: 'director', idToken: `fresh-id-token-of-${student.email}` },
  ]);
});

slowTest('another admin is made a parent again after a confirmation', async () => {
  const other = buildUser({ name: 'Olga Berg', role: 'admin' });
  renderUsers({ users: [admin, other] });
  const demoted: unknown[] = [];
  answer('DELETE /userList/admin/:id', ({ params }) => {
    demoted.push(params['id']);
    return { status: true };
  });
  await userEvent.click((await findRow('Olga Berg')).getByRole('button', { name: /^Rights/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove as admin' }));
  await confirm('Yes, Remove as Admin!');
  await screen.findByRole('dialog', { name: 'Olga Berg is no longer an admin' });
  expect(demoted).toEqual([other._id]);
});

test('nothing happens if the admin cancels', async () => {
  renderUsers();
  answer('GET /removeuser', { says: [], obstacle: null });

  await userEvent.click(
    (await findRow('Nora Feldsee')).getByRole('button', { name: new RegExp(LABELS.remove) }),
  );
  await confirm('Close');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText(nora.email)).toBeVisible();
});

test('a person who has not confirmed their email is marked, and cannot be made an admin', async () => {
  renderUsers({ users: [admin, nora, buildUser({ name: 'Timo Aalto', isVerified: false })] });

  const row = await findRow('Timo Aalto');
  expect(row.getByText('Not confirmed')).toBeVisible();
  const button = row.getByRole('button', { name: new RegExp(LABELS.makeAdmin) });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('Not confirmed');
  expect(screen.getAllByText('Not confirmed')).toHaveLength(1);
});

test('a promotion that the server refuses shows its words', async () => {
  renderUsers();
  answer('PATCH /userList/admin/:id', () => refuse('email_not_verified'));

  await userEvent.click(
    (await findRow('Nora Feldsee')).getByRole('button', { name: new RegExp(LABELS.makeAdmin) }),
  );
  await makeAdmin();

  await screen.findByRole('dialog', {
    name: 'This person has not confirmed their email address yet.',
  });
});

slowTest(
  'an account that another sign-in wanted is unlinked after a confirmation that says what happens',
  async () => {
    const timo = buildUser({
      name: 'Timo Aalto',
      otherSignIn: { at: '2026-11-21T12:00:00.000Z', isVerified: true },
    });
    const users = [admin, nora, timo];
    renderUsers({ users });
    const unlinked: unknown[] = [];
    answer('DELETE /userSignIn/:id', ({ params }) => {
      unlinked.push(params['id']);
      users[2] = { ...timo, otherSignIn: null };
      return { status: true };
    });

    const row = await findRow('Timo Aalto');
    expect(row.getByText(/refused on Sat 21 November. It has confirmed the address/)).toBeVisible();
    await userEvent.click(
      row.getByRole('button', { name: new RegExp(`${LABELS.unlinkSignIn}.*Timo Aalto`) }),
    );
    await screen.findByText(
      /next person who logs in with timo@speakifyr.test and has confirmed that address gets this account/,
    );
    expect(unlinked).toEqual([]);
    await confirm('Yes, Unlink!');

    await screen.findByRole('dialog', { name: 'Timo Aalto Unlinked' });
    expect(unlinked).toEqual([timo._id]);
    await waitFor(() => expect(screen.queryByText(LABELS.unlinkSignIn)).toBeNull());
  },
);

// Rules: R591.
slowTest(
  'the office reads what a user leaves behind and says why, and the user is removed',
  async () => {
    const users = [admin, nora];
    const reasons: unknown[] = [];
    renderUsers({ users });
    answer('DELETE /removeuser', ({ query, body }) => {
      reasons.push(body);
      users.splice(
        users.findIndex(({ email }) => email === query['email']),
        1,
      );
      return { status: true };
    });

    answer('GET /removeuser', { says: ['Mia in Kites: $40 USD paid.'], obstacle: null });

    await userEvent.click(
      (await findRow('Nora Feldsee')).getByRole('button', { name: new RegExp(LABELS.remove) }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Nora Feldsee?' }));
    expect(
      dialog.getByText(/nobody else can with their address\..* 30 days.* 1 person gets an email/),
    ).toBeVisible();
    expect(await dialog.findByRole('listitem')).toHaveTextContent('Mia in Kites: $40 USD paid.');
    await confirm('Yes, Remove!');
    expect(await dialog.findByText('Say why.')).toBeVisible();
    expect(reasons).toEqual([]);
    await userEvent.type(dialog.getByLabelText('Why?'), ' Moved away ');
    await confirm('Yes, Remove!');

    await screen.findByRole('dialog', { name: 'Nora Feldsee Removed' });
    expect(reasons).toEqual([{ note: ' Moved away ' }]);
    await waitFor(() => expect(screen.queryByText(nora.email)).toBeNull());
    expect(
      screen.getByRole('heading', { name: 'Total Users 1', hidden: true }),
    ).toBeInTheDocument();
  },
);

test('a user without an email address is removed by the address that stands for it', async () => {
  const asked: string[] = [];
  renderUsers({ users: [admin, { ...nora, email: NO_EMAIL }] });
  answer('GET /removeuser', { says: [], obstacle: null });
  answer('DELETE /removeuser', ({ query }) => {
    asked.push(String(query['email']));
    return { status: true };
  });

  const row = await findRow('Nora Feldsee');
  expect(row.getByText(NO_EMAIL)).toBeVisible();
  await userEvent.click(row.getByRole('button', { name: new RegExp(LABELS.remove) }));
  await screen.findByText('Nothing: no seats, children, money, waitlist spots or classes.');
  await userEvent.type(screen.getByLabelText('Why?'), 'Moved away');
  await confirm('Yes, Remove!');

  await screen.findByRole('dialog', { name: 'Nora Feldsee Removed' });
  expect(asked).toEqual([standInAddress(nora._id)]);
});

test('what forbids to remove a user stands there instead of the question', async () => {
  renderUsers();
  const obstacle = 'Cannot Remove! Firstly Unassign Instructor In Update Instructor';
  answer('GET /removeuser', { says: ['Kenji Moriwake teaches Kites.'], obstacle });

  await userEvent.click(
    (await findRow('Kenji Moriwake')).getByRole('button', { name: new RegExp(LABELS.remove) }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Kenji Moriwake?' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(obstacle);
  expect(dialog.queryByLabelText('Why?')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Yes, Remove!' })).toBeDisabled();
});

slowTest('a refusal shows the server’s words', async () => {
  renderUsers();
  answer('GET /removeuser', { says: [], obstacle: null });
  answer('DELETE /removeuser', () => refuse('still_owes'));

  await userEvent.click(
    (await findRow('Nora Feldsee')).getByRole('button', { name: new RegExp(LABELS.remove) }),
  );
  await userEvent.type(await screen.findByLabelText('Why?'), 'Moved away');
  await confirm('Yes, Remove!');

  expect(await screen.findByRole('alert')).toHaveTextContent(/owe/);
});

test('the search is in the address, and the total still counts all users', async () => {
  renderUsers();
  await findRow('Nora Feldsee');

  await userEvent.type(screen.getByLabelText('Search by name, phone or email'), 'kenji{Enter}');

  expect(await screen.findByText('1 user found for “kenji”')).toBeVisible();
  expect(location.search).toBe('?search=kenji');
  expect(screen.queryByText(nora.email)).toBeNull();
  expect(screen.getByRole('heading', { name: 'Total Users 3' })).toBeVisible();
});

test('a search from the address is made at once', async () => {
  renderUsers({ at: '/dashboard/users?search=nora' });

  expect(await screen.findByText('1 user found for “nora”')).toBeVisible();
  expect(screen.getByLabelText('Search by name, phone or email')).toHaveValue('nora');
});

test('a search without a match links back to all users', async () => {
  renderUsers({ at: '/dashboard/users?search=zzz' });

  await userEvent.click(await screen.findByRole('link', { name: 'Show all users' }));

  expect(await screen.findByText(nora.email)).toBeVisible();
});

test('users are on several pages, with continuous numbers', async () => {
  const users = Array.from({ length: 27 }, (_none, index) =>
    buildUser({ name: `Student${String(index + 1)} Camper` }),
  );
  renderUsers({ users });

  await userEvent.click(await screen.findByRole('link', { name: 'Page 2' }));

  const last = await findRow('Student27 Camper');
  expect(last.getByText('27')).toBeInTheDocument();
  expect(location.search).toBe('?page=2');
  expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
});

test('a page that no longer exists leads to the last one', async () => {
  renderUsers({ at: '/dashboard/users?page=9' });

  await findRow('Nora Feldsee');
  expect(location.search).toBe('');
});

test('a failed load says so and can be retried', async () => {
  breakConnection('GET /userList');
  renderApp(<UsersTable own={admin} />, { at: '/dashboard/users' });
  expect(await screen.findByText('The users could not be loaded')).toBeVisible();

  answer('GET /userList', [nora]);
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByText(nora.email)).toBeVisible();
});

test('the role is a filter in the address, and the total still counts all users', async () => {
  renderUsers();
  await findRow('Nora Feldsee');

  await userEvent.selectOptions(screen.getByLabelText('Role'), 'Instructors');

  expect(await screen.findByText('1 user found')).toBeVisible();
  expect(location.search).toBe('?role=instructor');
  expect(screen.queryByText(nora.email)).toBeNull();
  expect(screen.getByRole('heading', { name: 'Total Users 3' })).toBeVisible();
});

test('an address with an unknown role shows all users', async () => {
  const { asked } = renderUsers({ at: '/dashboard/users?role=king' });

  await findRow('Nora Feldsee');
  expect(asked.every((query) => query['role'] === undefined)).toBe(true);
});

test('the CSV file has everybody that the search and the filter find, on all pages', async () => {
  const many = Array.from({ length: 5030 }, (_none, number) => ({
    ...buildUser({ name: `Student ${number}` }),
    _id: String(number).padStart(24, '0'),
  }));
  const file = watchDownload();
  const { asked } = renderUsers({ users: [admin, ...many], at: '/dashboard/users?role=student' });
  await screen.findByText('5030 users found');

  await userEvent.click(screen.getByRole('button', { name: /^Export CSV/ }));

  const { name, lines } = await file.read();
  expect(name).toBe('users.csv');
  expect(lines[0]).toBe('"Name","Email","Role","Email confirmed"');
  expect(lines).toHaveLength(5031);
  expect(lines.at(-1)).toBe('"Student 5029","student@speakifyr.test","student","yes"');
  expect(asked.at(-1)).toEqual({ role: 'student', all: 'true' });
});

test('an export that fails says so', async () => {
  renderUsers();
  await findRow('Nora Feldsee');
  breakConnection('GET /userList');

  await userEvent.click(screen.getByRole('button', { name: /^Export CSV/ }));

  await screen.findByRole('dialog', { name: 'The list could not be exported' });
});

test('a server that answers with one page of many is no export', async () => {
  const file = watchDownload();
  renderUsers();
  await findRow('Nora Feldsee');
  answer('GET /userList', () => pageOf([nora], 300));

  await userEvent.click(screen.getByRole('button', { name: /^Export CSV/ }));

  await screen.findByRole('dialog', { name: 'The list could not be exported' });
  expect(file.saved()).toBe(0);
});

test('a list that breaks off in the middle is not saved, and the office sees a message', async () => {
  const file = watchDownload();
  renderUsers();
  await findRow('Nora Feldsee');
  breakOff('GET /userList', [student]);

  await userEvent.click(screen.getByRole('button', { name: /^Export CSV/ }));

  await screen.findByRole('dialog', { name: 'The list could not be exported' });
  expect(file.saved()).toBe(0);
});

test('a director changes what another admin may do, after signing in again', async () => {
  const office = buildUser({ name: 'Otto Büro', role: 'admin', bundle: 'office' });
  provider.accounts.set(student.email, { ...student, password: 'summer-camp' });
  signInBefore({ ...student, role: 'admin' });
  const sent: unknown[] = [];
  answer('PATCH /adminBundle/:id', ({ body }) => {
    sent.push(body);
    return { status: true };
  });
  renderUsers({ users: [admin, office] });
  const row = await findRow('Otto Büro');
  await userEvent.click(row.getByRole('button', { name: /^Rights.*Otto/ }));
  expect(screen.getByRole('radio', { name: /^Office/ })).toBeChecked();
  expect(screen.getByRole('button', { name: 'Change' })).toBeDisabled();
  await userEvent.click(screen.getByRole('radio', { name: /^Accountant/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await userEvent.type(await screen.findByLabelText('Password'), 'summer-camp{Enter}');
  await findDialog('Otto Büro is now an accountant');
  expect(sent).toEqual([{ bundle: 'accountant', idToken: `fresh-id-token-of-${student.email}` }]);
});

test('the office sees no buttons for roles, and removes only people who are no admins', async () => {
  const own = buildUser({ name: 'Otto Büro', role: 'admin', bundle: 'office' });
  renderUsers({ users: [admin, own, nora], own });
  const row = await findRow('Alma Winterbourne');
  await userEvent.click(row.getByRole('button'));
  expect(
    screen.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent),
  ).toEqual([expect.stringMatching(/^Director/)]);
  expect(screen.queryByRole('button', { name: 'Remove as admin' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  const parent = await findRow('Nora Feldsee');
  expect(parent.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    `${LABELS.remove} Nora Feldsee`,
  ]);
});

// Rules: R592, R593.
test('the office sees whom it removed, who did it, when and why, and takes it back', async () => {
  const removal = {
    at: '2027-06-01T08:00:00.000Z',
    by: 'Alma Winterbourne',
    note: 'Wrong row',
    until: '2027-07-01T08:00:00.000Z',
  };
  const gone = [
    { ...nora, removal },
    { ...teacher, removal: { ...removal, note: undefined } },
  ];
  const { asked } = renderUsers({ users: gone as ListedUser[] });
  await findRow('Nora Feldsee');
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Removed');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ removed: 'true' }));
  expect(location.search).toBe('?removed=true');

  const row = await findRow('Nora Feldsee');
  expect(
    row.getByText(/^Removed by Alma Winterbourne on Tue 1 June.*Why: Wrong row.*until Thu 1 July/),
  ).toBeVisible();
  expect((await findRow('Kenji Moriwake')).getByText(/No reason given\./)).toBeVisible();
  expect(row.queryByRole('button', { name: new RegExp(LABELS.makeAdmin) })).toBeNull();
  expect(row.queryByRole('button', { name: new RegExp(LABELS.remove) })).toBeNull();

  const taken: string[] = [];
  answer('GET /removeuser', { says: ['They look after Mia as before.'], obstacle: null });
  answer('POST /removeuser', ({ query, body }) => {
    taken.push(String(query['email']));
    expect(body).toEqual({ note: 'Wrong row' });
    gone.shift();
    return { status: true };
  });
  await userEvent.click(row.getByRole('button', { name: /Undo removal/ }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Open the account of Nora Feldsee again?' }),
  );
  expect(await dialog.findByText('They look after Mia as before.')).toBeVisible();
  await confirm('Yes, undo it');
  expect(await dialog.findByText('Say why.')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Why?'), 'Wrong row');
  await confirm('Yes, undo it');
  await screen.findByRole('dialog', { name: 'Nora Feldsee is back' });
  expect(taken).toEqual([nora.email]);
  await waitFor(() => expect(screen.queryByText(nora.email)).toBeNull());
});
