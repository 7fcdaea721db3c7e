import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, within, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildChild } from '../../features/families/children/children.testing.ts';
import { TOKEN_KEY } from '../../session/session-token.ts';
import { provider } from '../../testing/fake-firebase.ts';
import { findDialog } from '../../testing/find-dialog.ts';
import { location, renderApp, student } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { ChildrenPage } from './children-page.tsx';

const invitation = {
  _id: '9'.repeat(24),
  childName: 'Leo Berg',
  from: { name: 'Ida Berg', email: 'ida@speakifyr.test' },
  may: ['see' as const],
  expiresAt: '2026-12-06T08:00:00.000Z',
};

beforeEach(() => answer('GET /myMerge', null));

// Rules: R496.
test('the owner of an account reads what would go to another one, and declines', async () => {
  answer('GET /myChildren', { children: [], invitations: [] });
  answer('GET /myMerge', {
    ...{ _id: '7'.repeat(24), until: '2099-01-05T10:00:00.000Z', obstacle: null },
    into: { name: 'Nora Byron', address: 'n…@x.test' },
    ...{ children: ['Mia'], joined: ['Mia'], seats: 2, payments: 1, waiting: 0 },
  });
  let isDeclined = false;
  answer('DELETE /myMerge', () => {
    isDeclined = true;
    answer('GET /myMerge', null);
    return { status: true };
  });
  renderPage();
  const question = await screen.findByRole('region', {
    name: 'May everything go to another account?',
  });
  expect(question).toHaveTextContent('that of Nora Byron (n…@x.test)');
  expect(question).toHaveTextContent('They would get: Mia, 2 seats, 1 payment, and your messages.');
  expect(question).toHaveTextContent('Mia is there, too: the two records become one');
  expect(within(question).getByRole('button', { name: 'Agree' })).toBeEnabled();
  await userEvent.click(within(question).getByRole('button', { name: 'Decline' }));
  await findDialog('Declined. Nothing changes');
  expect(isDeclined).toBe(true);
  await waitFor(() => expect(question).not.toBeInTheDocument());
});

test('the owner agrees after signing in again, reads where everything is, and is logged out', async () => {
  const id = '7'.repeat(24);
  answer('GET /myChildren', { children: [], invitations: [] });
  answer('GET /myMerge', {
    ...{ _id: id, until: '2099-01-05T10:00:00.000Z', obstacle: null },
    into: { name: 'Nora Byron', address: 'n…@x.test' },
    ...{ children: ['Mia'], joined: [], seats: 0, payments: 0, waiting: 0 },
  });
  const sent: unknown[] = [];
  answer('POST /myMerge', ({ body }) => {
    sent.push(body);
    return sent.length === 1 ? refuse('cannot_merge') : { status: true };
  });
  provider.accounts.set(student.email, { ...student, password: 'sunny-lake-7' });
  renderPage();
  const agree = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Agree' }));
    const dialog = await findDialog('Sign in again to confirm it’s you');
    expect(dialog).toHaveTextContent('Everything goes to the account of Nora Byron (n…@x.test).');
    return dialog;
  };
  // Without the password, nothing goes.
  await userEvent.click(within(await agree()).getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  const sendPassword = async () => {
    const dialog = await agree();
    await userEvent.type(within(dialog).getByLabelText('Password'), 'sunny-lake-7');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Agree' }));
  };
  await sendPassword();
  await findDialog('These two families can’t become one now.');
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  await sendPassword();
  await findDialog('Everything is in the account of Nora Byron now');
  const idToken = `fresh-id-token-of-${student.email}`;
  expect(sent).toEqual([
    { id, idToken },
    { id, idToken },
  ]);
  await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBeNull());
});

function renderPage({ isVerified = true } = {}) {
  renderApp(<ChildrenPage />, { at: '/dashboard/children', user: { ...student, isVerified } });
}

test('the list shows every child with age, note and what the school knows about the health, in words', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T08:00:00Z'), shouldAdvanceTime: true });
  answer('GET /myChildren', {
    children: [
      buildChild({ name: 'Leo', birthDate: '2020-11-23', note: '1st grade', health: 'missing' }),
      buildChild({ _id: '2'.repeat(24), name: 'Mia', birthDate: '2017-11-22' }),
      buildChild({ _id: '3'.repeat(24), name: 'Ole', health: 'outdated' }),
      buildChild({ _id: '4'.repeat(24), name: 'Pia', health: 'hidden', may: ['book'] }),
    ],
    invitations: [],
  });
  renderPage();

  const [leo, mia, ole, pia] = await screen.findAllByRole('listitem');
  expect(leo).toHaveTextContent('Leo5 years old1st gradeHealth information is missing');
  expect(mia).toHaveTextContent('Mia9 years oldHealth information is there');
  expect(ole).toHaveTextContent('Is the health information still right?');
  expect(pia).toHaveTextContent('You can book classes for the child and pay for them.');
  expect(pia).not.toHaveTextContent('Health');
  expect(within(leo!).getByRole('link', { name: 'Leo' })).toHaveAttribute(
    'href',
    `/dashboard/children/${'b'.repeat(24)}`,
  );
  vi.useRealTimers();
});

test('a parent adds the first child, and it is in the list', async () => {
  answer('GET /myChildren', { children: [], invitations: [] });
  renderPage();

  expect(await screen.findByText('No children yet')).toBeVisible();
  expect(screen.getByText(/If you join a class yourself, you need nothing here/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add a child' }));
  await userEvent.type(screen.getByLabelText('Child’s name'), 'Mia Feldsee');
  await userEvent.type(screen.getByLabelText('Birth date'), '2017-06-03');
  answer('POST /myChildren', { status: true, child: buildChild() });
  answer('GET /myChildren', { children: [buildChild()], invitations: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Add this child' }));

  await findDialog('Mia Feldsee is added');
  expect(await screen.findByRole('link', { name: 'Mia Feldsee' })).toBeVisible();
  expect(screen.queryByLabelText('Child’s name')).toBeNull();
});

test('a list that does not load can be loaded again', async () => {
  answer('GET /myChildren', () => refuse('internal'));
  renderPage();

  const retry = await screen.findByRole('button', { name: LABELS.retry });
  answer('GET /myChildren', { children: [buildChild()], invitations: [] });
  await userEvent.click(retry);

  expect(await screen.findByRole('link', { name: 'Mia Feldsee' })).toBeVisible();
});

test('an invitation says who invites to what, and accepting it leads to the child', async () => {
  answer('GET /myChildren', { children: [], invitations: [invitation] });
  const accepted: unknown[] = [];
  answer('POST /myInvitations/:invitationId', ({ params }) => {
    accepted.push(params);
    return { status: true as const, childId: 'b'.repeat(24) };
  });
  renderPage();

  expect(await screen.findByText(/invites you to look after/)).toHaveTextContent(
    'Ida Berg (ida@speakifyr.test) invites you to look after Leo Berg. You can see the child’s classes, contacts and health information.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Accept the invitation for Leo Berg' }));

  await waitFor(() => expect(location.pathname).toBe(`/dashboard/children/${'b'.repeat(24)}`));
  expect(accepted).toEqual([{ invitationId: invitation._id }]);
});

test('one answer accepts what one person invites to with the same rights, and nothing else', async () => {
  const [ana, mia, tom] = ['1', '2', '3'].map((digit) => digit.repeat(24));
  const others = [
    { ...invitation, _id: mia ?? '', childName: 'Mia Berg' },
    {
      ...invitation,
      _id: tom ?? '',
      childName: 'Tom Berg',
      may: ['see' as const, 'book' as const],
    },
    {
      ...{ ...invitation, _id: ana ?? '', childName: 'Ana Diaz' },
      from: { name: 'Eva Diaz', email: 'eva@speakifyr.test' },
    },
  ];
  answer('GET /myChildren', { children: [], invitations: [invitation, ...others] });
  const accepted: string[] = [];
  answer('POST /myInvitations/:invitationId', ({ params }) => {
    accepted.push(String(params['invitationId']));
    return { status: true as const, childId: 'b'.repeat(24) };
  });
  renderPage();

  expect(await screen.findByText('You have 3 invitations')).toBeVisible();
  await userEvent.click(
    screen.getByRole('button', {
      name: 'Accept for 2 children the invitations for Leo Berg and Mia Berg',
    }),
  );
  await findDialog('You look after Leo Berg and Mia Berg now');
  expect(accepted).toEqual([invitation._id, mia]);
});

test('if one of several children can’t be accepted, the card says why, and keeps that one', async () => {
  const mia = { ...invitation, _id: '2'.repeat(24), childName: 'Mia Berg' };
  answer('GET /myChildren', { children: [], invitations: [invitation, mia] });
  answer('POST /myInvitations/:invitationId', ({ params }) => {
    if (params['invitationId'] === mia._id) return refuse('too_many_guardians');
    answer('GET /myChildren', { children: [], invitations: [mia] });
    return { status: true as const, childId: 'b'.repeat(24) };
  });
  renderPage();
  await userEvent.click(await screen.findByRole('button', { name: /^Accept for 2 children/ }));

  expect(
    await screen.findByRole('button', { name: 'Accept the invitation for Mia Berg' }),
  ).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('as many guardians as possible');
});

test('an invitation that is gone says so, and stays until the list is loaded again', async () => {
  answer('GET /myChildren', { children: [], invitations: [invitation] });
  answer('POST /myInvitations/:invitationId', () => refuse('too_many_guardians'));
  renderPage();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Accept the invitation for Leo Berg' }),
  );

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This child has as many guardians as possible.',
  );
});

test('declining is asked about first', async () => {
  answer('GET /myChildren', { children: [], invitations: [invitation] });
  let declined = 0;
  answer('DELETE /myInvitations/:invitationId', () => {
    declined += 1;
    answer('GET /myChildren', { children: [], invitations: [] });
    return { status: true as const };
  });
  renderPage();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Decline the invitation for Leo Berg' }),
  );
  const question = await findDialog('Decline the invitation for Leo Berg?');
  expect(declined).toBe(0);
  await userEvent.click(within(question).getByRole('button', { name: 'Decline' }));

  await findDialog('Invitation declined');
  expect(declined).toBe(1);
});

test('a person with an unconfirmed address reads that invitations appear once it is confirmed', async () => {
  answer('GET /myChildren', { children: [], invitations: [] });
  renderPage({ isVerified: false });

  expect(await screen.findByText(/Confirm your email address, and the invitation/)).toBeVisible();
});
