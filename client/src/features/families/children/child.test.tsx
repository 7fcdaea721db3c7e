import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { location, renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { Child } from './child.tsx';
import { buildChildDetails, buildKnown, grandfather } from './children.testing.ts';

const ID = 'b'.repeat(24);
const done = { status: true } as const;

function renderChild(changes: Parameters<typeof buildChildDetails>[0] = {}) {
  answer('GET /myChildren/:id', buildChildDetails(changes));
  renderApp(<Child id={ID} isConfirmed />, { at: `/dashboard/children/${ID}`, user: student });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

// Rules: R114.
test('a name can be changed, and what was typed stays if the server refuses it', async () => {
  const sent: unknown[] = [];
  renderChild({ note: '3rd grade' });
  await press('Change name, birth date or note');
  answer('PATCH /myChildren/:id', () => refuse('child_exists'));
  const name = screen.getByLabelText('Child’s name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Mia Berg');
  await press('Save');
  expect(await screen.findByText(/already added a child with this name/)).toBeVisible();
  expect(name).toHaveValue('Mia Berg');

  answer('PATCH /myChildren/:id', ({ body }) => {
    sent.push(body);
    answer('GET /myChildren/:id', buildChildDetails({ name: 'Mia Berg' }));
    return done;
  });
  await press('Save');

  expect(await screen.findByRole('heading', { name: 'Mia Berg', level: 1 })).toBeVisible();
  expect(sent).toEqual([{ name: 'Mia Berg', birthDate: '2017-06-03', note: '3rd grade' }]);
});

test('a guardian who may only see can look at everything and change nothing', async () => {
  renderChild({
    may: ['see'],
    canChange: false,
    canDelete: false,
    contacts: [buildKnown(grandfather)],
    guardians: [
      { ...student, may: ['see'], isYou: true, canRemove: true },
      {
        _id: 'd'.repeat(24),
        name: 'Ida',
        email: 'ida@speakifyr.test',
        may: ['see', 'book'],
        isYou: false,
        canRemove: false,
      },
    ],
  });

  expect(await screen.findByText('Peanuts')).toBeVisible();
  expect(screen.getByText('Olaf Feldsee')).toBeVisible();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Stop looking after this child',
  ]);
});

test('a guardian who may only book sees neither health nor contacts', async () => {
  renderChild({
    may: ['book'],
    health: 'hidden',
    healthAnswer: null,
    contacts: null,
    canChange: false,
    canDelete: false,
  });

  await screen.findByRole('heading', { name: 'Mia Feldsee' });
  expect(
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
  ).toEqual(['Guardians']);
  expect(screen.getByText('You can book classes for the child and pay for them.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a child with a seat is not deleted, and the reason is shown', async () => {
  renderChild();
  answer('DELETE /myChildren/:id', () => refuse('child_has_seats'));
  await press('Delete Mia Feldsee');
  await userEvent.click(
    within(await findDialog('Delete Mia Feldsee?')).getByRole('button', { name: 'Delete' }),
  );

  await findDialog(/has a seat in a class that is not over yet/);
  expect(location.pathname).toBe(`/dashboard/children/${ID}`);
});

test('a deleted child leads back to the list', async () => {
  renderChild();
  answer('DELETE /myChildren/:id', done);
  await press('Delete Mia Feldsee');
  await userEvent.click(
    within(await findDialog('Delete Mia Feldsee?')).getByRole('button', { name: 'Delete' }),
  );

  await waitFor(() => expect(location.pathname).toBe('/dashboard/children'));
});

test('a child that is gone leads to the list, and a failed load can be repeated', async () => {
  answer('GET /myChildren/:id', () => refuse('internal'));
  renderApp(<Child id={ID} isConfirmed />, { user: student });
  const retry = await screen.findByRole('button', { name: LABELS.retry });
  answer('GET /myChildren/:id', () => refuse('not_found'));
  await userEvent.click(retry);

  expect(await screen.findByText('We could not find this child')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show my children' })).toHaveAttribute(
    'href',
    '/dashboard/children',
  );
});
