import type { HookDelivery, ListedWebhook } from '@speakifyr/contract/webhooks.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, pageOf, refuse } from '../../testing/server.ts';
import { Webhooks } from './webhooks.tsx';

const HOOK: ListedWebhook = {
  ...{ _id: '1'.repeat(24), name: 'Bookkeeping', url: 'https://books.example/hook' },
  ...{ createdAt: '2027-03-01T10:00:00.000Z', failingSince: null, offSince: null },
  by: { name: 'Dana', isDirector: true },
};
const SENT: HookDelivery = {
  ...{ _id: `msg_${'0'.repeat(32)}`, type: 'payment.succeeded', state: 'delivered' },
  ...{ createdAt: '2027-03-02T10:00:00.000Z', attempts: 1, triedAt: '2027-03-02T10:00:05.000Z' },
  ...{ status: 204, problem: '', nextAt: null },
};
const FAILED: HookDelivery = {
  ...{ ...SENT, _id: `msg_${'1'.repeat(32)}`, state: 'waiting', attempts: 3, status: 500 },
  ...{ problem: 'It answered 500.', nextAt: '2099-03-02T10:30:00.000Z' },
};

function show(webhooks: ListedWebhook[], deliveries: HookDelivery[] = []) {
  let now = webhooks;
  answer('GET /webhooks', () => now);
  answer('GET /webhooks/:id/deliveries', () => pageOf(deliveries, deliveries.length));
  renderApp(<Webhooks />, { at: '/', user: { ...student, role: 'admin' } });
  return (next: ListedWebhook[]) => {
    now = next;
  };
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

// Rules: R515.
test('a director makes a webhook and copies its secret', async () => {
  const user = userEvent.setup();
  const change = show([]);
  answer('POST /webhooks', ({ body }) => {
    expect(body).toEqual({ name: HOOK.name, url: HOOK.url });
    change([HOOK]);
    return { status: true, _id: HOOK._id, secret: 'whsec_once' };
  });
  await user.type(await screen.findByLabelText('Program'), HOOK.name);
  await user.type(screen.getByLabelText('Address'), HOOK.url);
  await press('Make a webhook');
  expect(await screen.findByRole('heading', { name: 'The secret of Bookkeeping' })).toHaveFocus();
  await press('Copy');
  await press('Done');
  expect(screen.queryByDisplayValue('whsec_once')).not.toBeInTheDocument();
  expect(await screen.findByText(HOOK.url)).toBeVisible();
});

test('an address that is refused says why', async () => {
  show([]);
  const fields = { 'body.url': 'The address is in a private network.' };
  answer('POST /webhooks', () => refuse('invalid_input', { fields }));
  await userEvent.type(await screen.findByLabelText('Program'), 'Books');
  await userEvent.type(screen.getByLabelText('Address'), 'https://10.0.0.1/');
  await press('Make a webhook');
  expect(await screen.findByText(fields['body.url'])).toBeVisible();
  expect(screen.getByLabelText('Address')).toBeInvalid();
});

test('the list says what arrived and what is tried again, and sends both again', async () => {
  show([HOOK], [FAILED, SENT]);
  const table = await screen.findByRole('table', { name: 'Sent to Bookkeeping' });
  const [failed, sent] = within(table).getAllByRole('row', { name: /payment\.succeeded/ });
  expect(failed).toHaveTextContent(/On its way.*Next try.*It answered 500\.Try 3/);
  expect(sent).toHaveTextContent(/Arrived.*204Try 1/);
  const asked: unknown[] = [];
  answer('POST /webhooks/:id/deliveries/:deliveryId', ({ params }) => {
    asked.push(params);
    return { status: true };
  });
  await userEvent.click(within(sent!).getByRole('button'));
  await expect.poll(() => asked).toEqual([{ id: HOOK._id, deliveryId: SENT._id }]);
});

test('a webhook that is off says since when, and a test may switch it on', async () => {
  const since = '2027-03-05T10:00:00.000Z';
  const change = show([{ ...HOOK, failingSince: since, offSince: since }]);
  expect(await screen.findByText(/^Off since/)).toBeVisible();
  answer('POST /webhooks/:id/test', () => {
    change([HOOK]);
    return { status: true };
  });
  await press('Send a test to Bookkeeping');
  await expect.poll(() => screen.queryByText(/^Off since/)).toBeNull();
});

test('a director removes a webhook, after a question', async () => {
  const change = show([{ ...HOOK, failingSince: '2027-03-05T10:00:00.000Z' }]);
  expect(await screen.findByText(/^Nothing has arrived since/)).toBeVisible();
  answer('DELETE /webhooks/:id', () => {
    change([]);
    return { status: true };
  });
  await press('Remove Bookkeeping');
  await press('Yes, remove it');
  await expect.poll(() => screen.queryByText(HOOK.url)).toBeNull();
});
