import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../../testing/server.ts';
import { watchDownload } from '../../../testing/watch-download.ts';
import { buildMail } from './mail.testing.ts';
import { MailDetails } from './mail-details.tsx';

const mail = buildMail();
const render = () => renderApp(<MailDetails id={mail._id} />);

// Rules: R313.
test('an email shows its content, its plain text and its files', async () => {
  const file = watchDownload();
  answer('GET /outbox/:id', ({ params }) => {
    expect(params['id']).toBe('paid-pi_ada');
    return mail;
  });
  render();

  expect(
    await screen.findByRole('heading', { name: 'You are enrolled in Sailing on the Lake' }),
  ).toBeVisible();
  expect(screen.getByText('Ada Byron')).toBeVisible();
  expect(screen.getByText('Your seat is paid.', { selector: 'p' })).toBeVisible();
  // The recipient's pages are not the admin's.
  expect(screen.getByText('See your class')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'See your class' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByText('Show as plain text'));
  expect(screen.getByText(/^Hi Ada Byron,\s+Your seat is paid\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save sailing.ics' }));
  expect(await file.read()).toMatchObject({ name: 'sailing.ics', lines: ['BEGIN:VCALENDAR'] });
});

test('a failed email says why, and is tried again', async () => {
  answer('GET /outbox/:id', mail);
  answer('POST /outbox/:id/retry', () => {
    answer('GET /outbox/:id', buildMail({ state: 'queued', attempts: 0, lastError: null }));
    return { status: true };
  });
  render();

  expect(await screen.findByText('The mail server said: no such mailbox')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Try again/ }));

  expect(await screen.findByText('Waiting')).toBeVisible();
  expect(screen.getByRole('heading', { name: mail.subject })).toHaveFocus();
  expect(screen.queryByRole('button', { name: /^Try again/ })).not.toBeInTheDocument();
});

test('a sent email is sent again, for somebody who can’t find it', async () => {
  answer('GET /outbox/:id', buildMail({ state: 'sent', lastError: null }));
  answer('POST /outbox/:id/retry', () => {
    answer('GET /outbox/:id', buildMail({ state: 'queued', attempts: 0, lastError: null }));
    return { status: true };
  });
  render();
  await userEvent.click(await screen.findByRole('button', { name: /^Send again/ }));
  expect(await screen.findByText('Waiting')).toBeVisible();
});

test('a failed email that can’t arrive is dismissed', async () => {
  answer('GET /outbox/:id', mail);
  answer('POST /outbox/:id/dismiss', () => {
    answer('GET /outbox/:id', buildMail({ state: 'stale' }));
    return { status: true };
  });
  render();
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));

  expect(await screen.findByText('Not needed')).toBeVisible();
  expect(screen.getByText('The mail server said: no such mailbox')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument();
});

test('the address of a reply to somebody without an account is corrected, and it is sent again', async () => {
  answer('GET /outbox/:id', buildMail({ kind: 'contact reply', accountId: null }));
  let body: unknown;
  answer('POST /outbox/:id/correct', (request) => {
    body = request.body;
    answer('GET /outbox/:id', buildMail({ kind: 'contact reply', state: 'queued' }));
    return { status: true };
  });
  render();
  await userEvent.click(await screen.findByText('Wrong address?'));
  const address = screen.getByLabelText('Right address');
  expect(address).toHaveValue('ada@speakifyr.test');
  await userEvent.clear(address);
  await userEvent.type(address, 'ada@example.test');
  await userEvent.type(screen.getByLabelText('Why?'), 'By phone.');
  await userEvent.click(screen.getByRole('button', { name: 'Correct and send again' }));
  await findDialog('Corrected');
  expect(body).toEqual({ email: 'ada@example.test', note: 'By phone.' });
  expect(await screen.findByText('Waiting')).toBeVisible();
});

test.each([
  ['guardian invited', /Ask the parent who invited them/, 'Open the parent’s family'],
  ['paid', /logs in with it, so the school can’t change it/, 'Open the family'],
] as const)(
  'of an email about “%s” the address is not ours to change',
  async (kind, text, link) => {
    answer('GET /outbox/:id', buildMail({ kind }));
    render();
    await userEvent.click(await screen.findByText('Wrong address?'));
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: link })).toHaveAttribute(
      'href',
      `/dashboard/families/${'a'.repeat(24)}`,
    );
    expect(screen.queryByLabelText('Right address')).not.toBeInTheDocument();
  },
);

test('an email that is not written yet says when it will be', async () => {
  answer(
    'GET /outbox/:id',
    buildMail({ state: 'queued', subject: '', content: null, text: null, attachments: [] }),
  );
  render();
  expect(await screen.findByText(/^It is written just before it is sent/)).toBeVisible();
});

test('an old email says that its text was deleted', async () => {
  answer(
    'GET /outbox/:id',
    buildMail({ state: 'sent', content: null, text: null, attachments: [] }),
  );
  render();
  expect(
    await screen.findByText('The school keeps the text of an email for 30 days.'),
  ).toBeVisible();
});

test('an email that is gone leads back to all emails', async () => {
  answer('GET /outbox/:id', () => refuse('not_found'));
  render();
  expect(await screen.findByText('This email does not exist')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show all emails' })).toHaveAttribute(
    'href',
    '/dashboard/outbox',
  );
});

test('a failed load says so and can be retried', async () => {
  breakConnection('GET /outbox/:id');
  render();
  expect(await screen.findByText('The email could not be loaded')).toBeVisible();

  answer('GET /outbox/:id', mail);
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByRole('heading', { name: mail.subject })).toBeVisible();
});
