import type { ChildDetails, ListedChild } from '@speakifyr/contract/children.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { location, renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { Child } from './child.tsx';
import { buildChild, buildChildDetails } from './children.testing.ts';
import type { Guardian } from './child.queries.ts';
import { slowTest } from '../../../testing/slow-tests.ts';

const ID = 'b'.repeat(24);
const me: Guardian = { ...student, may: ['see', 'book'], isYou: true, canRemove: false };
const ida: Guardian = {
  _id: 'd'.repeat(24),
  name: 'Ida Berg',
  email: 'ida@speakifyr.test',
  may: ['see'],
  isYou: false,
  canRemove: true,
};
const invited = {
  _id: 'e'.repeat(24),
  email: 'olaf@speakifyr.test',
  may: ['book' as const],
  expiresAt: '2026-12-06T08:00:00.000Z',
};

function renderGuardians(changes: Partial<ChildDetails> = {}, isConfirmed = true) {
  answer('GET /myChildren/:id', buildChildDetails({ guardians: [me, ida], ...changes }));
  answer('GET /myChildren', { children: [], invitations: [] });
  renderApp(<Child id={ID} isConfirmed={isConfirmed} />, { user: student });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

// Rules: R114.
test('everybody is listed with what they can do, in plain words', async () => {
  renderGuardians({ invitations: [invited] });

  expect((await screen.findAllByText('Ida Berg'))[0]!.closest('li')).toHaveTextContent(
    'They can see the child’s classes, contacts and health information.',
  );
  expect(screen.getByText(`${student.name} (you)`).closest('li')).toHaveTextContent(
    'You can see everything, book classes and change things.',
  );
  expect(screen.getByText('olaf@speakifyr.test').closest('li')).toHaveTextContent(
    /If they accept, they can book classes.*until Sun 6 December/,
  );
});

test('an invitation is sent with the chosen rights', async () => {
  const sent: unknown[] = [];
  renderGuardians();
  answer('POST /myChildren/:id/guardians', ({ body }) => {
    sent.push(body);
    return { status: true as const };
  });
  await press('Invite somebody');
  await userEvent.type(screen.getByLabelText('Their email'), 'olaf@speakifyr.test');
  await userEvent.click(screen.getByLabelText(/^Only see/));
  await press('Send invitation');

  await findDialog('Invitation sent to olaf@speakifyr.test');
  expect(sent).toEqual([{ email: 'olaf@speakifyr.test', may: ['see'] }]);
});

test('one invitation is for several children; for whom it was refused is said by name', async () => {
  const sent: unknown[] = [];
  renderGuardians();
  const [tom, ben] = ['Tom', 'Ben'].map((name) =>
    buildChild({
      _id: name.toLowerCase().charAt(0) === 't' ? '7'.repeat(24) : '8'.repeat(24),
      name,
    }),
  ) as [ListedChild, ListedChild];
  const seen = buildChild({ _id: '9'.repeat(24), name: 'Seen only', may: ['see'] });
  answer('GET /myChildren', { children: [buildChild(), tom, ben, seen], invitations: [] });
  answer('POST /myChildren/:id/guardians', ({ params, body }) => {
    sent.push([params.id, body]);
    return params.id === ben._id ? refuse('already_guardian') : { status: true as const };
  });
  await press('Invite somebody');
  expect(await screen.findByLabelText('Tom')).not.toBeChecked();
  expect(screen.queryByLabelText('Seen only')).toBeNull();
  await userEvent.type(screen.getByLabelText('Their email'), 'olaf@speakifyr.test');
  await userEvent.click(screen.getByLabelText('Tom'));
  await userEvent.click(screen.getByLabelText('Ben'));
  await press('Send invitation');

  await findDialog('Invitation sent to olaf@speakifyr.test');
  expect(
    screen.getByText('Not for Ben: This person already looks after this child.'),
  ).toBeVisible();
  const body = { email: 'olaf@speakifyr.test', may: ['see', 'book'] };
  expect(sent).toEqual([ID, tom._id, ben._id].map((id) => [id, body]));
});

test.each([
  ['already_guardian', 'This person already looks after this child.'],
  ['invited_today', /already got an invitation in the last 24 hours/],
  ['too_many_guardians', 'This child has as many guardians as possible.'],
  ['too_many_requests', /several invitations in the last hour/],
] as const)(
  'an invitation that is refused with %s says why and keeps the address',
  async (code, words) => {
    renderGuardians();
    answer('POST /myChildren/:id/guardians', () => refuse(code));
    await press('Invite somebody');
    await userEvent.type(screen.getByLabelText('Their email'), 'ida@speakifyr.test');
    await press('Send invitation');

    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByLabelText('Their email')).toHaveValue('ida@speakifyr.test');
  },
);

test('nobody is invited before the address is confirmed, nor beyond four guardians', async () => {
  renderGuardians({}, false);
  expect(await screen.findByRole('button', { name: 'Invite somebody' })).toBeDisabled();
  expect(screen.getByText(/please confirm your email address first/)).toBeVisible();
});

test('a child with four guardians, invited ones included, is full', async () => {
  const another = { ...invited, _id: 'f'.repeat(24) };
  renderGuardians({ invitations: [invited, another] });
  expect(await screen.findByRole('button', { name: 'Invite somebody' })).toBeDisabled();
  expect(screen.getByText(/up to 4 guardians/)).toBeVisible();
});

slowTest(
  'whom a parent invited can be removed, and an invitation can be taken back, after a question',
  async () => {
    const calls: unknown[] = [];
    renderGuardians({ invitations: [invited] });
    answer('DELETE /myChildren/:id/guardians/:guardianId', ({ params }) => {
      calls.push(params['guardianId']);
      return { status: true as const };
    });
    answer('DELETE /myChildren/:id/invitations/:invitationId', ({ params }) => {
      calls.push(params['invitationId']);
      return { status: true as const };
    });
    await press('Remove Ida Berg');
    await userEvent.click(
      within(await findDialog('Remove Ida Berg?')).getByRole('button', { name: 'Remove' }),
    );
    await findDialog('Removed');
    await press('Take back the invitation to olaf@speakifyr.test');
    const question = await findDialog('Take back the invitation?');
    await userEvent.click(within(question).getByRole('button', { name: 'Take back' }));
    await findDialog('Invitation taken back');

    expect(calls).toEqual([ida._id, invited._id]);
  },
);

test('a guardian who stops looking after a child goes back to the list', async () => {
  renderGuardians({ guardians: [{ ...me, canRemove: true }, ida] });
  answer('DELETE /myChildren/:id/guardians/:guardianId', { status: true });
  await press('Stop looking after this child');
  const question = await findDialog('Stop looking after Mia?');
  await userEvent.click(within(question).getByRole('button', { name: 'Stop looking after' }));

  await waitFor(() => expect(location.pathname).toBe('/dashboard/children'));
});

test('the only guardian is not offered to leave: they can delete the child', async () => {
  renderGuardians({ guardians: [{ ...me, canRemove: true }] });
  expect(await screen.findByRole('button', { name: 'Delete Mia Feldsee' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stop looking after this child' })).toBeNull();
});
