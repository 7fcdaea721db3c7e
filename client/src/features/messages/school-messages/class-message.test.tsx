import type { MessageReach } from '@speakifyr/contract/mail.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../../testing/server.ts';
import { ClassMessage } from './class-message.tsx';
import { slowTest } from '../../../testing/slow-tests.ts';

const ID = 'c'.repeat(24);
const reach: MessageReach = {
  recipients: 12,
  families: 12,
  withoutMail: 1,
  toCall: 0,
  people: [{ name: 'Ada Byron', email: 'ada@speakifyr.test', phone: '' }],
  content: {
    subject: 'Bring a hat',
    greeting: 'Hi Ada Byron,',
    parts: [{ kind: 'quote', text: 'It will be sunny.' }],
  },
};
type Sent = { classIds: string[]; subject: string; text: string; messageId: string };

function renderMessage({
  enrolled = 12,
  author = 'maren@speakifyr.test',
  groups = [] as { _id: string; name: string }[],
} = {}) {
  const sent: Sent[] = [];
  const previewed: unknown[] = [];
  answer('POST /messages/preview', ({ body }) => {
    previewed.push(body);
    return reach;
  });
  answer('POST /messages', ({ body }) => {
    sent.push(body as Sent);
    return reach;
  });
  const view = renderApp(
    <ClassMessage
      author={author}
      campClass={{ id: ID, name: 'Sailing on the Lake', enrolled, groups }}
      error={null}
      onRetry={vi.fn()}
      back={{ to: '/dashboard/managecourse', label: 'Enrolled Students' }}
    />,
  );
  return { ...view, sent, previewed };
}

async function write(subject = 'Bring a hat', text = 'It will be sunny.') {
  await userEvent.type(screen.getByLabelText('Subject'), subject);
  await userEvent.type(screen.getByLabelText('Message'), text);
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

// Rules: R84.
test('a message is written, looked at, and sent without another question', async () => {
  const { sent, previewed } = renderMessage();
  await write();
  expect(screen.getByLabelText('Subject')).toHaveAccessibleDescription('11 of 60 characters');
  expect(screen.getByLabelText('Message')).toHaveAccessibleDescription(/^17 of 4,000 characters\./);

  await press('Preview');

  expect(await screen.findByRole('heading', { name: 'Preview' })).toHaveFocus();
  expect(
    screen.getByText(
      '12 people get this, each of them once. 1 of them turned news off and only sees it on their Messages page.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Bring a hat' })).toBeVisible();
  expect(screen.getByText('Hi Ada Byron,')).toBeVisible();
  expect(screen.getByText('It will be sunny.')).toBeVisible();
  expect(previewed).toEqual([
    { classIds: [ID], subject: 'Bring a hat', text: 'It will be sunny.' },
  ]);
  expect(sent).toEqual([]);

  await press('Send to 12 people');

  expect(
    await screen.findByRole('heading', { name: 'Your message is on its way to 12 people' }),
  ).toHaveFocus();
  expect(sent).toMatchObject([
    { classIds: [ID], subject: 'Bring a hat', text: 'It will be sunny.' },
  ]);
});

test('without a subject and a text nothing is previewed', async () => {
  const { previewed } = renderMessage();
  await press('Preview');
  expect(await screen.findByText('Subject is required')).toBeVisible();
  expect(screen.getByText('Message is required')).toBeVisible();
  expect(previewed).toEqual([]);
});

slowTest('the preview leads back to the text, which can be changed', async () => {
  const { previewed } = renderMessage();
  await write();
  await press('Preview');
  await press('Edit');

  expect(screen.getByLabelText('Subject')).toHaveValue('Bring a hat');
  await userEvent.type(screen.getByLabelText('Message'), ' And hot.');
  await press('Preview');

  await screen.findByRole('heading', { name: 'Preview' });
  expect(previewed.at(-1)).toMatchObject({ text: 'It will be sunny. And hot.' });
});

test('a preview that fails leaves the text', async () => {
  renderMessage();
  answer('POST /messages/preview', () => refuse('nobody_enrolled'));
  await write();
  await press('Preview');

  expect(await screen.findByText('Nobody is enrolled in this class.')).toBeVisible();
  expect(screen.getByLabelText('Message')).toHaveValue('It will be sunny.');
});

slowTest(
  'a message whose answer was lost is sent again with the same id, so nobody gets it twice',
  async () => {
    const { sent } = renderMessage();
    await write();
    await press('Preview');
    answer('POST /messages', ({ body }) => {
      sent.push(body as Sent);
      return refuse('unavailable');
    });
    await press('Send to 12 people');
    expect(await screen.findByRole('alert')).toHaveTextContent(/try again in a moment/);
    expect(screen.getByText('It will be sunny.')).toBeVisible();

    // Looked at once more, unchanged.
    await press('Edit');
    await press('Preview');
    await press('Send to 12 people');
    await screen.findByRole('alert');
    // With other words it is another message.
    await press('Edit');
    await userEvent.type(screen.getByLabelText('Message'), ' And hot.');
    await press('Preview');
    await press('Send to 12 people');
    await screen.findByRole('alert');

    const [first, second, third] = sent.map(({ messageId }) => messageId);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  },
);

test('too many messages are refused with a way to reach the school, and the message stays', async () => {
  renderMessage();
  answer('POST /messages', () => refuse('too_many_requests'));
  await write();
  await press('Preview');
  await press('Send to 12 people');

  expect(await screen.findByText(/several messages in the last hour/)).toBeVisible();
  expect(screen.getByText('It will be sunny.')).toBeVisible();
});

test('what was written is still there after the page was left, until it is sent', async () => {
  const { unmount } = renderMessage();
  await write();
  unmount();

  const other = renderMessage({ author: 'somebody-else@speakifyr.test' });
  expect(screen.getByLabelText('Message')).toHaveValue('');
  other.unmount();
  const again = renderMessage();
  expect(screen.getByLabelText('Subject')).toHaveValue('Bring a hat');
  expect(screen.getByLabelText('Message')).toHaveValue('It will be sunny.');
  await press('Preview');
  await press('Send to 12 people');
  await press('Write another message');
  expect(screen.getByLabelText('Message')).toHaveValue('');
  again.unmount();
  renderMessage();
  expect(screen.getByLabelText('Message')).toHaveValue('');
});

test('if nobody is enrolled, the page says so instead of a form', () => {
  renderMessage({ enrolled: 0 });
  expect(screen.getByText('Nobody is enrolled yet')).toBeVisible();
  expect(screen.queryByLabelText('Message')).not.toBeInTheDocument();
});

test('a class that fails to load says so and can be retried', async () => {
  const onRetry = vi.fn();
  renderApp(
    <ClassMessage
      author="maren@speakifyr.test"
      campClass={undefined}
      error={new Error('no')}
      onRetry={onRetry}
      back={{ to: '/dashboard/managecourse', label: 'Enrolled Students' }}
    />,
  );
  expect(screen.getByText('The class could not be loaded')).toBeVisible();
  await press(LABELS.retry);
  expect(onRetry).toHaveBeenCalledOnce();
});

test('a lost connection leaves the message and can be tried again', async () => {
  const { sent } = renderMessage();
  await write();
  await press('Preview');
  breakConnection('POST /messages');
  await press('Send to 12 people');
  expect(await screen.findByText(/We could not reach the camp/)).toBeVisible();

  answer('POST /messages', ({ body }) => {
    sent.push(body as Sent);
    return reach;
  });
  await press('Send to 12 people');

  await screen.findByRole('heading', { name: 'Your message is on its way to 12 people' });
  expect(sent).toHaveLength(1);
});

// Rules: R685.
test('a message goes to everyone in the class, or to one of its groups', async () => {
  const groups = [{ _id: 'a'.repeat(24), name: 'Otters' }];
  const { sent, previewed } = renderMessage({ groups });
  await write();
  await press('Preview');
  await press('Edit');
  expect(previewed[0]).not.toHaveProperty('groupId');
  await userEvent.selectOptions(screen.getByLabelText('Who gets it'), 'The group Otters');
  await press('Preview');
  await press(/^Send/);
  await expect.poll(() => sent[0]).toMatchObject({ groupId: 'a'.repeat(24) });
});
