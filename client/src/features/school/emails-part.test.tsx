import type { ListedMail } from '@speakifyr/contract/mail.ts';
import type { VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findDialog } from '../../testing/find-dialog.ts';
import { renderApp } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { SchoolSettings } from './school-settings.tsx';

let saved: VersionedSchool;
let asked: { kind: string; mail: VersionedSchool['mail']; send: boolean }[];
/** What the frame shows: a page that is only in the tab. */
let shown: Blob[];
beforeEach(() => {
  saved = { ...FIRST_SCHOOL, version: 4, texts: {} };
  asked = [];
  shown = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    shown.push(blob as Blob);
    return 'blob:preview';
  });
  answer('GET /school', () => saved);
  answer('PUT /school', (request) => {
    const body = request.body as VersionedSchool;
    if (body.version !== saved.version) return refuse('school_changed');
    saved = { ...body, version: body.version + 1 };
    return saved;
  });
  answer('POST /sampleMail', ({ body }) => {
    const sample = body as (typeof asked)[number];
    asked.push(sample);
    const { before = '', after = '' } = sample.mail.words[sample.kind] ?? {};
    const html = `<style>@media (prefers-color-scheme: dark) {}</style>${before}|${after}`;
    const replyTo = sample.mail.replyTo || 'hello@speakifyr.test';
    return {
      subject: `About ${sample.kind}`,
      html,
      replyTo,
      ...(sample.send && { mailId: 'test-1' }),
    };
  });
});
afterEach(() => setSchool(FIRST_SCHOOL));

const open = () => renderApp(<SchoolSettings />, { at: '/?part=emails' });
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const readShown = () => shown.at(-1)?.text();

// Rules: R622, R623.
test('words belong to one kind of email; they show before they are saved, and nothing else is sent', async () => {
  open();
  await type('Words before', 'Welcome!');
  await vi.waitFor(async () => expect(await readShown()).toContain('Welcome!|'));
  expect(asked.every(({ send }) => !send)).toBe(true);
  await userEvent.selectOptions(screen.getByLabelText('Kind of email'), 'Reminder');
  expect(screen.getByLabelText('Words before')).toHaveValue('');
  await type('Words after', 'Bring boots.');
  expect(await screen.findByText('About reminder')).toBeVisible();
  await type('Reply address', 'maya@camp.example');
  expect(await screen.findByText('Answers go to maya@camp.example')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await findDialog('Saved. It is in emails that are written from now on');
  expect(saved.mail).toMatchObject({
    words: {
      paid: { before: 'Welcome!', after: '' },
      reminder: { before: '', after: 'Bring boots.' },
    },
    replyTo: 'maya@camp.example',
  });
});

test('the page says which emails take no words, and why', async () => {
  open();
  await userEvent.click(await screen.findByText('Emails that take no words of yours'));
  expect(screen.getByText(/Incident at camp.* safety or the health of a child/)).toBeVisible();
  expect(screen.queryByRole('option', { name: 'Incident at camp' })).toBeNull();
});

test('if another director was faster, it names the email whose words differ', async () => {
  open();
  await type('Signature', 'Maya');
  const words = { paid: { before: 'Hello from Ben', after: '' } };
  saved = { ...saved, version: 5, mail: { ...saved.mail, words } };
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(
    await screen.findByText('Payment: words before: Hello from Ben. Before: nothing'),
  ).toBeVisible();
  expect(screen.getByLabelText('Signature')).toHaveValue('Maya');
  expect(screen.getByLabelText('Words before')).toHaveValue('Hello from Ben');
});

// Rules: R624.
test('the email is in a frame without any rights, on a phone or a computer, light or dark', async () => {
  open();
  const frame = await screen.findByTitle('The email');
  expect(frame).toHaveAttribute('sandbox', '');
  expect(frame).toHaveStyle({ width: '360px' });
  expect(await readShown()).toContain('@media not all {');
  await userEvent.click(screen.getByRole('radio', { name: 'Computer' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(frame).toHaveStyle({ width: '1280px' });
  await vi.waitFor(async () => expect(await readShown()).toContain('@media all {'));
});

test('without a preview, it says what is wrong with what was typed', async () => {
  const fields = { 'body.mail.signature': 'There is no {{fax}}.' };
  answer('POST /sampleMail', () => refuse('invalid_input', { fields }));
  open();
  expect(await screen.findByText('There is no {{fax}}.')).toBeVisible();
});

const line = (changes: Partial<ListedMail>) => ({
  ...{ _id: 'test-1', kind: 'test mail' as const, subject: 'Test', isEssential: true, attempts: 1 },
  to: { name: 'Ada', address: 'ada@camp.example' },
  ...{ lastError: null, createdAt: '2027-06-01T08:00:00.000Z', nextAt: null, sentAt: null },
  ...{ accountId: null, content: null, text: null, attachments: [] },
  ...{ state: 'queued' as const, ...changes },
});

test.each([
  [{ state: 'queued' }, 'Waiting to be sent to ada@camp.example.'],
  [{ state: 'queued', lastError: 'Busy' }, 'Not sent yet: Busy. It is tried again.'],
  [{ state: 'sending' }, 'On its way to the mail server, for ada@camp.example.'],
  [
    { state: 'sent' },
    'The mail server took it for ada@camp.example. Look into your inbox, and into spam.',
  ],
  [{ state: 'failed', lastError: 'No such mailbox' }, 'It could not be sent: No such mailbox'],
  [{ state: 'stale' }, 'It was not sent: you may no longer get it.'],
] as const)('a test that is %o says no more than we know', async (changes, words) => {
  answer('GET /outbox/:id', () => line(changes));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Send a test to myself' }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ kind: 'paid', send: true });
});

test('too many tests are refused with the reason', async () => {
  open();
  await screen.findByTitle('The email');
  answer('POST /sampleMail', () => refuse('too_many_requests'));
  await userEvent.click(screen.getByRole('button', { name: 'Send a test to myself' }));
  expect(await screen.findByText(/several tests in the last hour/)).toBeVisible();
});
