import type { ContactMessage } from '@speakifyr/contract/contact.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { location, renderApp } from '../../../testing/render.tsx';
import { answer, breakConnection, pageOf } from '../../../testing/server.ts';
import { Inbox } from './inbox.tsx';
import { InboxBadge } from './inbox-badge.tsx';

const question: ContactMessage = {
  _id: 'c'.repeat(24),
  name: 'Rosa',
  email: 'rosa@example.test',
  message: 'Is there a bus?',
  at: '2027-07-01T10:00:00.000Z',
  isDone: false,
  doneBy: null,
  replies: 0,
};

/** An inbox that remembers what is marked. */
function renderInbox() {
  let messages = [question];
  answer('GET /contactMessages', ({ query }) => {
    const found = messages.filter(({ isDone }) => String(isDone) === query['done']);
    return pageOf(found, found.length);
  });
  answer('PATCH /contactMessages/:id', ({ body }) => {
    const { isDone } = body as { isDone: boolean };
    messages = [{ ...question, isDone, doneBy: isDone ? 'admin@speakifyr.test' : null }];
    return { status: true as const };
  });
  renderApp(
    <>
      <InboxBadge />
      <Inbox />
    </>,
    { at: '/dashboard/messages' },
  );
}

// Rules: R75.
test('an admin reads a message, opens it to reply, and marks it as done', async () => {
  renderInbox();
  expect(await screen.findByText('Is there a bus?')).toBeVisible();
  expect(await screen.findByText('open')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Reply: message from Rosa' })).toHaveAttribute(
    'href',
    `/dashboard/messages/${question._id}`,
  );

  await userEvent.click(screen.getByRole('button', { name: 'Mark as done: message from Rosa' }));

  expect(await screen.findByText('No open messages')).toBeVisible();
  expect(screen.queryByText('open')).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Done messages');
  expect(location.search).toBe('?show=done');
  expect(await screen.findByText('Done by admin@speakifyr.test')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Open again: message from Rosa' })).toBeVisible();
});

test('a failed load says so', async () => {
  breakConnection('GET /contactMessages');
  renderApp(<Inbox />);
  expect(await screen.findByText('The messages could not be loaded')).toBeVisible();
});
