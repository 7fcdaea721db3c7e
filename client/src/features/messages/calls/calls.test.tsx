import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { Calls } from './calls.tsx';

const topic = (_id: string, subject: string) => ({
  _id,
  kind: 'class canceled' as const,
  at: '2027-06-01T08:00:00.000Z',
  attachments: [],
  content: {
    subject,
    greeting: 'Hi Ruth,',
    parts: [{ kind: 'text' as const, text: 'You get $240 back.' }],
  },
});
const ruth = {
  accountId: 'a'.repeat(24),
  name: 'Ruth Garcia',
  phone: '+12025550188',
  about: [topic('one', 'Sailing is canceled'), topic('two', 'Chess is canceled')],
};
const tom = {
  accountId: 'b'.repeat(24),
  name: 'Tom Berg',
  phone: '',
  about: [topic('three', 'Drums is canceled')],
};

// Rules: R555.
test('the office calls a family once about everything, reads what the emails would say, and notes it', async () => {
  const sent: unknown[] = [];
  answer('GET /calls', [ruth, tom]);
  answer('POST /calls', ({ body }) => {
    sent.push(body);
    answer('GET /calls', [tom]);
    return { status: true };
  });
  renderApp(<Calls />);
  const [first, second] = await screen.findAllByRole('heading', { level: 2 });
  const card = within(first!.closest('li')!);
  expect(await card.findByRole('link', { name: '+1 202 555 0188' })).toHaveAttribute(
    'href',
    'tel:+12025550188',
  );
  expect(within(second!.closest('li')!).getByText('No phone number')).toBeVisible();
  await userEvent.click(card.getByText('Sailing is canceled'));
  expect(card.getAllByText('You get $240 back.')[0]).toBeVisible();
  await userEvent.click(
    card.getByRole('button', { name: 'Called, or letter given to Ruth Garcia' }),
  );
  await waitFor(() => expect(screen.queryByText('Ruth Garcia')).toBeNull());
  expect(screen.getByRole('heading', { name: 'Tom Berg' })).toBeVisible();
  expect(sent).toEqual([{ mailIds: ['one', 'two'] }]);
});

test('nobody is to be called', async () => {
  answer('GET /calls', []);
  renderApp(<Calls />);
  expect(await screen.findByText('Nobody to call')).toBeVisible();
});
