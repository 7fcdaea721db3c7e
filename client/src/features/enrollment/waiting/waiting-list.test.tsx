import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { buildCartItem, buildWaitingEntry } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { location, renderApp, student } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { CartBadge } from '../cart/cart-badge.tsx';
import { WaitingList } from './waiting-list.tsx';

const MINUTE_MS = 60_000;
const waitId = 'e'.repeat(24);

beforeEach(() => {
  answer('GET /myclass', []);
});

async function showCard(entry: Parameters<typeof buildWaitingEntry>[0]) {
  answer('GET /myWaiting', [buildWaitingEntry({ waitId, ...entry })]);
  renderApp(<WaitingList email={student.email} />, { user: student });
  return within(await screen.findByRole('listitem'));
}

// Rules: R156.
test('an empty waiting list leads to the classes', async () => {
  answer('GET /myWaiting', []);
  renderApp(<WaitingList email={student.email} />);
  expect(await screen.findByText('You are not waiting for a class')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Find a class' })).toBeVisible();
});

test('a place on the list is honest about the chance, and can be given up', async () => {
  const card = await showCard({ position: 3, total: 7, offeredSoFar: 2 });
  expect(card.getByText('Number 3 of 7')).toBeVisible();
  expect(card.getByText(/2 seats in this class have opened up/)).toBeVisible();

  const left: unknown[] = [];
  answer('DELETE /waiting/:waitId', ({ params }) => {
    left.push(params);
    return { status: true };
  });
  await userEvent.click(card.getByRole('button', { name: /Leave the list/ }));
  const question = within(await findDialog('Leave this waiting list?'));
  await userEvent.click(question.getByRole('button', { name: 'Yes, leave it' }));
  await findDialog('You left the list');
  expect(left).toEqual([{ waitId }]);
});

// Rules: R649.
test('who waits for days of a class that is sold by day reads which', async () => {
  const days = ['2027-07-05', '2027-07-07'];
  const card = await showCard({ camp_start: days[0]!, camp_end: days[1]!, days, price: 100 });
  expect(
    card.getByText('Mon 5 – Wed 7 July 2027, on Mondays and Wednesdays · $100 today'),
  ).toBeVisible();
});

test('an offer says until when, leads to the payment, and can be declined', async () => {
  const card = await showCard({
    state: 'offered',
    position: null,
    cartIds: ['1'.repeat(24)],
    until: '2027-07-01T06:30:00.000Z',
  });
  expect(card.getByText('We hold a seat for you')).toBeVisible();
  expect(card.getByText('Thu 1 July 2027, 12:30 PM Dhaka time')).toBeVisible();
  expect(card.getByRole('link', { name: /Pay/ })).toHaveAttribute(
    'href',
    `/dashboard/payment?cartId=${'1'.repeat(24)}`,
  );

  const declined: unknown[] = [];
  answer('POST /waiting/:waitId/decline', ({ params }) => {
    declined.push(params);
    return { status: true };
  });
  await userEvent.click(card.getByRole('button', { name: /No thanks/ }));
  const question = within(await findDialog('Give this seat away?'));
  await userEvent.click(question.getByRole('button', { name: 'Yes, give it away' }));
  await findDialog('The next person gets it');
  expect(declined).toEqual([{ waitId }]);
});

test('an offer whose email is not out yet has no deadline', async () => {
  const card = await showCard({ state: 'offered', cartIds: ['1'.repeat(24)], until: null });
  expect(card.getByText(/begins when we send you the email about it/)).toBeVisible();
});

test('once its deadline is known, the cart loads again and counts down to it', async () => {
  const [cartId, until] = ['1'.repeat(24), new Date(Date.now() + 60 * MINUTE_MS).toISOString()];
  const offer = { state: 'offered' as const, cartIds: [cartId] };
  const provisional = new Date(Date.now() + 6 * 24 * 60 * MINUTE_MS).toISOString();
  answer('GET /myclass', [buildCartItem({ _id: cartId, offer: waitId, heldUntil: provisional })]);
  answer('GET /myWaiting', [buildWaitingEntry({ waitId, ...offer, until: null })]);
  const { queryClient } = renderApp(
    <>
      <WaitingList email={student.email} />
      <CartBadge email={student.email} />
    </>,
    { user: student },
  );
  expect(await screen.findByText(/begins when we send you the email about it/)).toBeVisible();
  expect(await screen.findByText(/5 days|6 days/)).toBeInTheDocument();

  answer('GET /myclass', [buildCartItem({ _id: cartId, offer: waitId, heldUntil: until })]);
  answer('GET /myWaiting', [buildWaitingEntry({ waitId, ...offer, until })]);
  await act(() => queryClient.invalidateQueries({ queryKey: ['GET /myWaiting'] }));

  expect(await screen.findByText(/^\s*(60:00|59:\d\d)/)).toBeInTheDocument();
});

test('an offered seat of a free class is taken at once', async () => {
  const card = await showCard({
    state: 'offered',
    price: 0,
    cartIds: ['1'.repeat(24)],
    people: [{ childId: '7'.repeat(24), name: 'Mia' }],
    until: '2027-07-01T06:30:00.000Z',
  });
  const taken: unknown[] = [];
  answer('POST /addClass', ({ body }) => {
    taken.push(body);
    return {
      status: true,
      message: '',
      cartId: '1'.repeat(24),
      heldUntil: '2027-07-01T06:30:00.000Z',
      enrolled: true,
    };
  });
  await userEvent.click(card.getByRole('button', { name: /Take the seat/ }));
  await expect.poll(() => location.pathname).toBe('/dashboard/enroll');
  expect(taken).toMatchObject([{ email: student.email, price: 0, childId: '7'.repeat(24) }]);
});

test.each([
  ['account', /you hold as many seats as one account may/],
  ['address', /held from your internet connection/],
  ['class', /need more seats together than the class has or one account may hold/],
  ['held', /A seat of this class is already held for one of you/],
] as const)('a person who is offered nothing now reads why: %s', async (limit, text) => {
  const card = await showCard({ limit });
  expect(card.getByText(text)).toBeVisible();
});

test('a second offer says that it is the last one', async () => {
  const card = await showCard({ state: 'offered', cartIds: ['1'.repeat(24)], lapses: 1 });
  expect(card.getByText(/If its time runs out too, your place on the list ends/)).toBeVisible();
});

test('after an offer ran out, the place is kept for a person who still wants a seat', async () => {
  const card = await showCard({ state: 'paused', position: null });
  expect(card.getByText('Still want it?')).toBeVisible();
  // Nobody else may have waited for it.
  expect(card.getByText(/so we no longer hold it for you/)).toBeVisible();
  const wanted: unknown[] = [];
  answer('POST /waiting/:waitId/stillWanted', ({ params }) => {
    wanted.push(params);
    return { status: true };
  });
  await userEvent.click(card.getByRole('button', { name: /Yes, I still want it/ }));
  await findDialog('You are back in your place');
  expect(wanted).toEqual([{ waitId }]);
});
