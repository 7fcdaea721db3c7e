import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { ContactForm } from './contact-form.tsx';

const NOTE = 'We delete it after 180 days.';

function renderForm(writer: { name: string; email: string } | null = null) {
  const sent: unknown[] = [];
  answer('POST /contact', ({ body }) => {
    sent.push(body);
    return { status: true as const };
  });
  renderApp(<ContactForm writer={writer} note={NOTE} />);
  return sent;
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }));

// Rules: R75.
test('a visitor writes to the school and reads that the message has arrived', async () => {
  const sent = renderForm();
  await userEvent.type(screen.getByLabelText('Name'), 'Rosa');
  await userEvent.type(screen.getByLabelText('Email'), 'rosa@example.test');
  await userEvent.type(screen.getByLabelText('Message'), 'Is there a bus?');
  await send();

  expect(await screen.findByRole('heading', { name: 'We have your message' })).toHaveFocus();
  expect(sent).toEqual([
    { name: 'Rosa', email: 'rosa@example.test', message: 'Is there a bus?', website: '' },
  ]);
});

test('every empty field is named, and nothing is sent', async () => {
  const sent = renderForm();
  await send();

  for (const problem of ['Name is required', 'Email is required', 'Message is required'])
    expect(await screen.findByText(problem)).toBeVisible();
  expect(sent).toEqual([]);
});

test('people never see the field for programs', () => {
  renderForm();
  expect(screen.getByLabelText('Leave this empty')).not.toBeVisible();
});

test('somebody who is signed in only writes the message', async () => {
  const sent = renderForm(student);
  await userEvent.type(screen.getByLabelText('Message'), 'Thank you!');
  await send();

  await screen.findByRole('heading', { name: 'We have your message' });
  expect(sent).toMatchObject([{ name: student.name, email: student.email }]);
});

test('too many messages are refused with the school’s email address, and the text stays', async () => {
  renderForm(student);
  answer('POST /contact', () => refuse('too_many_requests'));
  await userEvent.type(screen.getByLabelText('Message'), 'Once more');
  await send();

  expect(await screen.findByText(/several messages in the last hour/)).toBeVisible();
  expect(screen.getByLabelText('Message')).toHaveValue('Once more');
});
