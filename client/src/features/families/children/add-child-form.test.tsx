import type { ListedChild } from '@speakifyr/contract/children.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { NEXT_YEAR } from '../../../testing/today.ts';
import { AddChildForm } from './add-child-form.tsx';
import { buildChild } from './children.testing.ts';

function renderForm() {
  const sent: unknown[] = [];
  const onAdded = vi.fn<(child: ListedChild) => void>();
  const onCancel = vi.fn();
  answer('POST /myChildren', ({ body }) => {
    sent.push(body);
    return { status: true as const, child: buildChild() };
  });
  renderApp(<AddChildForm onAdded={onAdded} onCancel={onCancel} />, { user: student });
  return { sent, onAdded, onCancel };
}

async function fillIn({ name = 'Mia Feldsee', birthDate = '2017-06-03', note = '' } = {}) {
  await userEvent.type(screen.getByLabelText('Child’s name'), name);
  await userEvent.type(screen.getByLabelText('Birth date'), birthDate);
  if (note) await userEvent.type(screen.getByLabelText(/Note for the instructor/), note);
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Add this child' }));

test('the form starts in its first field and adds the child', async () => {
  const { sent, onAdded } = renderForm();
  await waitFor(() => expect(screen.getByLabelText('Child’s name')).toHaveFocus());
  await fillIn({ name: ' Mia Feldsee ', note: '3rd grade' });
  await send();

  await waitFor(() => expect(onAdded).toHaveBeenCalledExactlyOnceWith(buildChild()));
  expect(sent).toEqual([{ name: ' Mia Feldsee ', birthDate: '2017-06-03', note: '3rd grade' }]);
});

test('a name and a birth date are needed, and nothing is sent without them', async () => {
  const { sent } = renderForm();
  await send();

  expect(await screen.findByText('Name is required')).toBeVisible();
  expect(screen.getByText('Please choose a day.')).toBeVisible();
  expect(screen.getByLabelText('Child’s name')).toHaveFocus();
  expect(sent).toEqual([]);
});

test('nobody is born in the future', async () => {
  const { sent } = renderForm();
  await fillIn({ birthDate: `${NEXT_YEAR}-12-31` });
  await send();

  expect(await screen.findByText(/^Please enter a day between 1 January 1900 and/)).toBeVisible();
  expect(sent).toEqual([]);
});

test('a child that is there already is named beside its field, and what was typed stays', async () => {
  const { onAdded } = renderForm();
  answer('POST /myChildren', () => refuse('child_exists'));
  await fillIn();
  await send();

  expect(await screen.findByText(/already added a child with this name/)).toBeVisible();
  expect(screen.getByLabelText('Child’s name')).toHaveValue('Mia Feldsee');
  expect(screen.getByLabelText('Child’s name')).toHaveFocus();
  expect(onAdded).not.toHaveBeenCalled();
});

test('an account that is full reads how to go on', async () => {
  renderForm();
  answer('POST /myChildren', () => refuse('too_many_children'));
  await fillIn();
  await send();

  expect(await screen.findByRole('alert')).toHaveTextContent(
    /up to 20 children.*contact the school/,
  );
});

test('the form can be left without adding anything', async () => {
  const { sent, onCancel } = renderForm();
  await userEvent.click(screen.getByRole('button', { name: LABELS.cancel }));

  expect(onCancel).toHaveBeenCalledOnce();
  expect(sent).toEqual([]);
});
