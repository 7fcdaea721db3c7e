import type { ContactThread } from '@speakifyr/contract/contact.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../../testing/server.ts';
import { MessageThread } from './message-thread.tsx';

const ID = 'c'.repeat(24);
const QUESTION = {
  ...{ _id: ID, message: 'Is there a <b>bus</b>?', at: '2027-07-01T10:00:00.000Z' },
  ...{ isDone: false, doneBy: null, replies: [] },
};

/** A thread that remembers replies. @returns what was sent */
function renderThread(accountId: string | null = null) {
  const sent: { text: string; replyId: string }[] = [];
  answer('GET /contactMessages/:id', (): ContactThread => {
    const replies = sent.map(({ text, replyId }) => ({
      ...{ _id: replyId, text, by: 'maren@a.test', at: '2027-07-02T10:00:00.000Z' },
      mail: { _id: `reply-${ID}-${replyId}`, state: 'sent' as const },
    }));
    return {
      ...{ name: 'Rosa', email: 'rosa@a.test', accountId, answersArrive: false },
      messages: [{ ...QUESTION, replies }],
    };
  });
  answer('POST /contactMessages/:id/replies', ({ body }) => {
    sent.push(body as { text: string; replyId: string });
    return { status: true as const };
  });
  renderApp(<MessageThread id={ID} mailState={(state) => state} />);
  return sent;
}

const write = async (text: string) =>
  userEvent.type(await screen.findByLabelText('Your reply'), text);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send reply' }));

// Rules: R311.
test('an admin replies, reads where an answer goes, and sees the reply in the thread', async () => {
  const sent = renderThread();
  expect(await screen.findByText('Is there a <b>bus</b>?')).toBeVisible();
  expect(screen.getByText(/which nobody has confirmed/)).toBeVisible();
  expect(screen.getByText(/the answer is in the mailbox/)).toBeVisible();
  await write('Yes, at 8.');
  await send();
  expect(await screen.findByText(/Your reply is on its way/)).toBeVisible();
  expect(await screen.findByText('The school, by maren@a.test')).toBeVisible();
  expect(screen.getByRole('link', { name: /sent: open the email/ })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a reply whose answer was lost is sent again with the same id, and other words with another', async () => {
  const sent: { replyId: string }[] = [];
  renderThread('d'.repeat(24));
  expect(await screen.findByRole('link', { name: 'Open the family' })).toBeVisible();
  answer('POST /contactMessages/:id/replies', ({ body }) => {
    sent.push(body as { replyId: string });
    return refuse('unavailable');
  });
  await write('Yes');
  await send();
  expect(await screen.findByText(/try again in a moment/)).toBeVisible();
  await send();
  await write(', at 8.');
  await send();
  const [first, second, third] = sent.map(({ replyId }) => replyId);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('a reply says which open messages the page showed, so one that has just arrived stays open', async () => {
  const [first, done, second] = ['1', '2', '3'].map((digit) => digit.repeat(24));
  const listed = [
    { ...QUESTION, _id: first ?? '', message: 'Is there a bus?' },
    { ...QUESTION, _id: done ?? '', message: 'Thank you', isDone: true, doneBy: 'maren@a.test' },
    { ...QUESTION, _id: second ?? '', message: 'And back?' },
  ];
  answer('GET /contactMessages/:id', () => ({
    ...{ name: 'Rosa', email: 'rosa@a.test', accountId: 'd'.repeat(24), answersArrive: false },
    messages: [...listed],
  }));
  const sent: unknown[] = [];
  answer('POST /contactMessages/:id/replies', ({ body }) => {
    sent.push(body);
    return { status: true as const };
  });
  renderApp(<MessageThread id={first ?? ''} mailState={(state) => state} />);
  await write('Both ways.');
  listed.push({ ...QUESTION, message: 'Mia is ill' });
  await send();
  expect(await screen.findByText('Mia is ill')).toBeVisible();
  expect(sent).toMatchObject([{ text: 'Both ways.', seen: [first, second] }]);
});

test('a failed load says so', async () => {
  breakConnection('GET /contactMessages/:id');
  renderApp(<MessageThread id={ID} mailState={(state) => state} />);
  expect(await screen.findByText('The message could not be loaded')).toBeVisible();
});
