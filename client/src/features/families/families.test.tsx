import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../testing/find-dialog.ts';
import { location, renderApp } from '../../testing/render.tsx';
import { answer, pageOf, refuse } from '../../testing/server.ts';
import { Families } from './families.tsx';
import type { FamilyChild } from './families.queries.ts';

const CLASS = 'c'.repeat(24);
const nora = {
  _id: '1'.repeat(24),
  name: 'Nora Byron',
  email: 'nora@speakifyr.test',
  phone: '+1 202 555 0143',
  may: ['see' as const, 'book' as const],
};
const ada: FamilyChild = {
  _id: 'a'.repeat(24),
  name: 'Ada',
  birthDate: '2018-03-04',
  note: 'Third grade',
  allowedClasses: [],
  guardians: [nora, { _id: '2'.repeat(24), name: 'Ben', email: 'ben@x.test', may: ['see'] }],
};

function answerClasses() {
  const sailing = {
    _id: CLASS,
    name: 'Sailing',
    course_tag: 'SAI',
    instructor: 'Maren',
    camp_start: '2030-08-02',
    camp_end: '2030-08-06',
    status: 'open' as const,
    canceled: null,
    enrolled: 0,
    held: 0,
    sit: 5,
  };
  answer('GET /classList', () => pageOf([sailing], 1));
}

test('a parent’s children are found by email, with everyone who looks after them', async () => {
  const asked: unknown[] = [];
  answer('GET /childrenOf', ({ query }) => {
    asked.push(query.email);
    return [ada];
  });
  renderApp(<Families />);

  await userEvent.type(screen.getByLabelText('Email of a parent'), 'nora@speakifyr.test');
  await userEvent.click(screen.getByRole('button', { name: 'Find' }));

  expect(await screen.findByRole('heading', { name: 'Ada' })).toBeVisible();
  expect(screen.getByText('Born on 04/03/2018')).toBeVisible();
  expect(screen.getByText('May see and book')).toBeVisible();
  expect(screen.getByText('ben@x.test')).toBeVisible();
  expect(screen.getByRole('link', { name: '+1 202 555 0143' })).toHaveAttribute(
    'href',
    'tel:+12025550143',
  );
  expect(asked).toEqual(['nora@speakifyr.test']);
  expect(location.search).toBe('?email=nora%40speakifyr.test');
});

test('an account without children says so', async () => {
  answer('GET /childrenOf', []);
  renderApp(<Families />, { at: '/dashboard/families?email=nobody@x.test' });

  expect(await screen.findByText('No children')).toBeVisible();
});

test('a guardian is removed with a note; the last one can’t be', async () => {
  const sent: unknown[] = [];
  let guardians = ada.guardians;
  answer('GET /childrenOf', () => [{ ...ada, guardians }]);
  answer('DELETE /children/:id/guardians/:guardianId', ({ params, body }) => {
    sent.push([params, body]);
    guardians = [nora];
    return { status: true };
  });
  renderApp(<Families />, { at: '/dashboard/families?email=nora@speakifyr.test' });

  await userEvent.click(await screen.findByRole('button', { name: 'Remove Ben from Ada' }));
  const dialog = await findDialog('Remove Ben from Ada?');
  await userEvent.type(within(dialog).getByRole('textbox'), 'A court decided');
  await userEvent.click(within(dialog).getByRole('button', { name: LABELS.remove }));

  await findDialog('Ben Removed');
  expect(sent).toEqual([
    [{ id: ada._id, guardianId: '2'.repeat(24) }, { note: 'A court decided' }],
  ]);
  await waitFor(() => expect(screen.queryByText('ben@x.test')).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
});

test('a child may join a class for another age, with a note', async () => {
  const sent: unknown[] = [];
  answerClasses();
  answer('GET /childrenOf', [ada]);
  answer('POST /ageExceptions', ({ body }) => {
    sent.push(body);
    return { status: true };
  });
  renderApp(<Families />, { at: `/dashboard/families?email=nora@speakifyr.test&class=${CLASS}` });

  expect(await screen.findByLabelText('Class')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Class')).toHaveValue(CLASS));
  const button = screen.getByRole('button', { name: 'Allow this class' });
  expect(button).toBeDisabled();
  await userEvent.type(screen.getByLabelText('Why?'), 'Turns 8 a week later');
  await userEvent.click(button);

  await findDialog('Ada may join Sailing');
  expect(sent).toEqual([{ childId: ada._id, classId: CLASS, note: 'Turns 8 a week later' }]);
});

test('a refusal is said in the form', async () => {
  answerClasses();
  answer('GET /childrenOf', [ada]);
  answer('POST /ageExceptions', () => refuse('not_found', { message: 'The child is gone.' }));
  renderApp(<Families />, { at: `/dashboard/families?email=nora@speakifyr.test&class=${CLASS}` });

  await userEvent.type(await screen.findByLabelText('Why?'), 'A friend is there');
  await waitFor(() => expect(screen.getByLabelText('Class')).toHaveValue(CLASS));
  await userEvent.click(screen.getByRole('button', { name: 'Allow this class' }));

  expect(await screen.findByRole('alert')).toHaveTextContent('The child is gone.');
});
