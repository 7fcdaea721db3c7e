import { LABELS } from '@speakifyr/contract/labels.ts';
import type { MailChoice, OwnMessage } from '@speakifyr/contract/mail.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AppRoutes } from '../../app/routes.tsx';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../testing/server.ts';
import { slowTest } from '../../testing/slow-tests.ts';
import { watchDownload } from '../../testing/watch-download.ts';

const receipt: OwnMessage = {
  _id: 'paid-pi_123',
  kind: 'paid',
  at: '2027-06-01T10:00:00.000Z',
  content: {
    subject: 'You are enrolled in Guitar',
    greeting: 'Hi Nora,',
    parts: [{ kind: 'text', text: 'Your entry code is GTR-101.' }],
  },
  attachments: [
    { name: 'guitar.ics', type: 'text/calendar', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
  ],
};
const news: OwnMessage = {
  _id: 'message-1-2',
  kind: 'school message',
  at: '2027-06-03T10:00:00.000Z',
  content: {
    subject: 'Bring a hat',
    greeting: 'Hi Nora,',
    parts: [{ kind: 'quote', text: 'It will be sunny.' }],
  },
  attachments: [],
};
const BOTH: MailChoice = { reminders: true, news: true, campDay: false };

type Given = {
  messages?: OwnMessage[];
  role?: 'student' | 'instructor' | 'admin';
  hash?: string;
  isVerified?: boolean;
};

async function openPage(given: Given = {}) {
  const { messages = [news, receipt], role = 'student', hash = '', isVerified = true } = given;
  answer('GET /myMessages', messages);
  answer('GET /myMail', BOTH);
  answer('GET /myclass', []);
  renderApp(<AppRoutes />, {
    at: `/dashboard/myMessages${hash}`,
    user: { ...student, role, isVerified },
  });
  await screen.findByRole('heading', { level: 1 });
}

const readSwitch = (name: string) => screen.findByRole('switch', { name });

slowTest(
  'a student reads what the school has sent, newest first, and opens and closes a message',
  async () => {
    await openPage();

    const subjects = await screen.findAllByRole('button', { expanded: false });
    expect(subjects.map(({ textContent }) => textContent)).toEqual([
      'Bring a hatNews · Thu 3 June 2027 4:00 PM Dhaka time',
      'You are enrolled in GuitarBooking · Tue 1 June 2027 4:00 PM Dhaka time',
    ]);
    expect(screen.getByText('Your entry code is GTR-101.')).not.toBeVisible();

    await userEvent.tab();
    subjects[1]!.focus();
    await userEvent.keyboard('{Enter}');
    expect(subjects[1]).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('Your entry code is GTR-101.')).toBeVisible();
    expect(screen.getByText('It will be sunny.')).not.toBeVisible();

    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('Your entry code is GTR-101.')).not.toBeVisible();
  },
);

// Rules: R82, R83.
test('an address with a message’s id opens that message', async () => {
  await openPage({ hash: '#paid-pi_123' });

  expect(await screen.findByText('Your entry code is GTR-101.')).toBeVisible();
  expect(screen.getByText('It will be sunny.')).not.toBeVisible();
});

test('a file that came with an email can be saved', async () => {
  const download = watchDownload();
  await openPage({ hash: '#paid-pi_123' });

  await userEvent.click(await screen.findByRole('button', { name: 'Save guitar.ics' }));

  expect(await download.read()).toEqual({
    name: 'guitar.ics',
    lines: ['BEGIN:VCALENDAR', 'END:VCALENDAR'],
  });
});

test.each([
  ['student', 'Messages'],
  ['instructor', 'Messages'],
  ['admin', 'My Messages'],
] as const)('every dashboard has the page: the one of an %s', async (role, name) => {
  await openPage({ role, messages: [] });

  expect(screen.getByRole('heading', { level: 1, name })).toBeVisible();
  // In the menu, or for an admin, a tab of the door Messages.
  expect(screen.getByRole('link', { name, current: 'page' })).toBeVisible();
  expect(await screen.findByText('No messages yet')).toBeVisible();
});

slowTest('messages that do not load can be loaded again', async () => {
  answer('GET /myMail', BOTH);
  answer('GET /myclass', []);
  breakConnection('GET /myMessages');
  renderApp(<AppRoutes />, { at: '/dashboard/myMessages', user: student });

  expect(await screen.findByText('Your messages could not be loaded')).toBeVisible();
  answer('GET /myMessages', [news]);
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByText('Bring a hat')).toBeVisible();
});

test('turning reminders off is saved at once, and only that', async () => {
  const sent: unknown[] = [];
  await openPage();
  answer('PATCH /myMail', ({ body }) => {
    sent.push(body);
    return { ...BOTH, reminders: false };
  });

  const reminders = await readSwitch('Reminders');
  expect(reminders).toBeChecked();
  expect(reminders).toHaveAccessibleDescription(
    'Before a class starts, and before a held seat ends.',
  );
  await userEvent.click(reminders);

  expect(await screen.findByText('Saved')).toBeVisible();
  expect(sent).toEqual([{ reminders: false }]);
  expect(reminders).not.toBeChecked();
  expect(await readSwitch('News from the school')).toBeChecked();
});

test('while a choice is saved the switch shows it, and a failure takes it back and says so', async () => {
  await openPage();
  let respond = () => {};
  answer('PATCH /myMail', async () => {
    await new Promise<void>((resolve) => (respond = resolve));
    return refuse('unavailable');
  });

  const switched = await readSwitch('News from the school');
  await userEvent.click(switched);
  expect(await screen.findByText('Saving…')).toBeVisible();
  expect(switched).not.toBeChecked();
  respond();

  expect(await screen.findByText(/This was not saved/)).toBeVisible();
  await waitFor(() => expect(switched).toBeChecked());
});

test('somebody who has not confirmed their address reads that reminders wait for it', async () => {
  await openPage({ isVerified: false });

  expect(await screen.findByText(/You get reminders.* once you have confirmed/)).toBeVisible();
});

test('a parent turns emails about arrival and pick-up on', async () => {
  const sent: unknown[] = [];
  answer('PATCH /myMail', ({ body }) => {
    sent.push(body);
    return { ...BOTH, campDay: true };
  });
  await openPage();
  const campDay = await readSwitch('Arrival and pick-up');
  expect(campDay).not.toBeChecked();
  await userEvent.click(campDay);
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(sent).toEqual([{ campDay: true }]);
  expect(campDay).toBeChecked();
});

test('an instructor has no switch for emails about children', async () => {
  await openPage({ role: 'instructor' });
  await readSwitch('Reminders');
  expect(screen.queryByRole('switch', { name: 'Arrival and pick-up' })).toBeNull();
});
