import type { ListedUser } from '@speakifyr/contract/users.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { closeDialog } from '../../lib/dialogs.ts';
import { location, renderApp, student } from '../../testing/render.tsx';
import { answer, pageOf, refuse } from '../../testing/server.ts';
import { AddInstructor } from './add-instructor.tsx';

const nora: ListedUser = { ...student, otherSignIn: null };
const amir: ListedUser = {
  ...nora,
  _id: 'b'.repeat(24),
  name: 'Amir Kaya',
  email: 'amir@camp.test',
};
const teacher: ListedUser = {
  ...amir,
  _id: 'c'.repeat(24),
  name: 'Kenji Moriwake',
  role: 'instructor',
};
const admin: ListedUser = {
  ...amir,
  _id: 'e'.repeat(24),
  name: 'Alma Winterbourne',
  role: 'admin',
};

function renderStudents(users: ListedUser[] = [nora, amir, teacher, admin]) {
  answer('GET /userList', ({ query: { role, search = '', page, size } }) => {
    const wanted = search.toLowerCase();
    const found = users.filter(
      (user) => user.role === role && `${user.name} ${user.email}`.toLowerCase().includes(wanted),
    );
    const first = (Number(page) - 1) * Number(size);
    return pageOf(found.slice(first, first + Number(size)), found.length);
  });
  return renderApp(<AddInstructor />, { at: '/dashboard/addinstructor' });
}

const pressAdd = async (name: string) =>
  userEvent.click(
    await screen.findByRole('button', { name: new RegExp(`${name} as an instructor`) }),
  );

// Rules: R631.
test('somebody without an account is invited by email; who has one is to be searched for', async () => {
  renderStudents([]);
  const sent: unknown[] = [];
  answer('POST /instructors', ({ body }) => {
    sent.push(body);
    return { status: true };
  });
  const typeAndSend = async (email: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Invite by email' }));
    await userEvent.type(await screen.findByLabelText('Name'), 'Maren Solbakk');
    await userEvent.type(screen.getByLabelText('Email'), email);
    await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  };
  await typeAndSend('maren@camp.test');
  await screen.findByRole('dialog', {
    name: 'Maren Solbakk is an instructor now. We email them how to sign up.',
  });
  await closeDialog();
  expect(sent).toMatchObject([{ name: 'Maren Solbakk', email: 'maren@camp.test' }]);

  answer('POST /instructors', () => refuse('account_exists'));
  await typeAndSend('amir@camp.test');
  expect(
    await screen.findByText('An account with this email address already exists. Search for it.'),
  ).toBeVisible();
});

test('only students can be added', async () => {
  renderStudents();

  expect(await screen.findByText('Nora Feldsee')).toBeVisible();
  expect(screen.getByText('Amir Kaya')).toBeVisible();
  expect(screen.queryByText('Kenji Moriwake')).toBeNull();
  expect(screen.queryByText('Alma Winterbourne')).toBeNull();
});

test('a student becomes an instructor after a confirmation, and leaves the list', async () => {
  const { queryClient } = renderStudents();
  const promoted: unknown[] = [];
  answer('PATCH /makeInstructor', ({ query }) => {
    promoted.push(query['email']);
    answer('GET /userList', [nora]);
    return { status: true };
  });
  queryClient.setQueryData(['GET /newInstructor'], []);

  await pressAdd('Amir Kaya');
  expect(promoted).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Make Instructor!' }));

  await screen.findByRole('dialog', { name: 'Succesfully added as Instructor' });
  expect(promoted).toEqual(['amir@camp.test']);
  await waitFor(() => expect(screen.queryByText('Amir Kaya')).toBeNull());
  expect(queryClient.getQueryState(['GET /newInstructor'])?.isInvalidated).toBe(true);
});

test('a person who has been promoted is no longer a student', async () => {
  renderStudents();
  answer('PATCH /makeInstructor', () => refuse('not_a_student'));

  await pressAdd('Amir Kaya');
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Make Instructor!' }));

  await screen.findByRole('dialog', { name: 'Only a student can be promoted.' });
});

test('a student who has not confirmed their email cannot be added, and the list says why', async () => {
  renderStudents([nora, { ...amir, isVerified: false }]);

  const button = await screen.findByRole('button', { name: /Amir Kaya as an instructor/ });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('Not confirmed');
  expect(screen.getByRole('button', { name: /Nora Feldsee as an instructor/ })).toBeEnabled();
});

test('the search finds names and emails, and is in the address', async () => {
  renderStudents();
  await screen.findByText('Nora Feldsee');

  await userEvent.type(screen.getByLabelText('Search by name, phone or email'), 'CAMP.test{Enter}');

  expect(await screen.findByText('1 student found for “CAMP.test”')).toBeVisible();
  expect(screen.getByText('Amir Kaya')).toBeVisible();
  expect(screen.queryByText('Nora Feldsee')).toBeNull();
  expect(location.search).toBe('?search=CAMP.test');
});

test('students fill several pages, no matter who else is among the users', async () => {
  const crowd = Array.from({ length: 27 }, (_none, index) => ({
    ...amir,
    _id: String(index).padStart(24, '0'),
    name: `Camper ${index + 1}`,
  }));
  renderStudents([admin, ...crowd, teacher]);
  await screen.findByText('Camper 25');
  expect(screen.queryByText('Camper 26')).toBeNull();

  await userEvent.click(screen.getByRole('link', { name: 'Page 2' }));

  expect(await screen.findByText('Camper 27')).toBeVisible();
  expect(screen.queryByText('Camper 1')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Page 3' })).toBeNull();
});

test('a course without students says that it has none', async () => {
  renderStudents([admin]);

  expect(await screen.findByText('There are no students')).toBeVisible();
});
