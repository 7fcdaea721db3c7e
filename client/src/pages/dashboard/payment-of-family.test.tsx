import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { PaidItem } from '@speakifyr/contract/payments.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { InitialEntry } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { buildChild } from '../../features/families/children/children.testing.ts';
import { location } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { buildEnrolled } from '../../features/enrollment/changes/change-seat.testing.ts';
import { guitar, pay, PAY_BUTTON, preparePayment, renderPayment } from './payment-page.testing.tsx';

const mia = buildChild({ name: 'Mia', health: 'missing' });
const tom = buildChild({ _id: 'e'.repeat(24), name: 'Tom', health: 'answered' });

const seats: CartItem[] = [
  { ...guitar, childId: mia._id, student_name: 'Mia', price: 89.5 },
  { ...guitar, _id: '2'.repeat(24), childId: tom._id, student_name: 'Tom', price: 80.1 },
];
const [miasSeat, tomsSeat] = seats as [CartItem, CartItem];
const ADDRESS = `/dashboard/payment?carts=${miasSeat._id},${tomsSeat._id}`;

const enrolled: PaidItem = {
  cartId: miasSeat._id,
  classId: guitar.classId,
  className: 'Guitar',
  childId: mia._id,
  student_name: 'Mia',
  amount: 8_950,
  state: 'enrolled',
  entry_code: 'GTR-101',
  room: 12,
};
const toms = { cartId: tomsSeat._id, childId: tom._id, student_name: 'Tom', amount: 8_010 };

let intents: unknown[];
let records: unknown[];
beforeEach(() => {
  ({ intents, records } = preparePayment());
});

/** The payment page of both seats. @param items what the server says became of them */
function renderFamilyPayment(items: PaidItem[] = []) {
  renderPayment(ADDRESS);
  answer('GET /myclass', seats);
  answer('GET /myChildren', { children: [mia, tom], invitations: [] });
  answer('POST /makepayment', ({ body }) => {
    records.push(body);
    answer('GET /myclass', []);
    return { status: true, message: 'Enrolled', entry_code: 'GTR-101', room: 12, items };
  });
}

// Rules: R131, R234, R530.
test('one card payment is for all the seats in the address; the order lists them by child', async () => {
  renderFamilyPayment();

  expect(await screen.findByRole('button', { name: 'Pay $169.60' })).toBeVisible();
  const order = within(screen.getByRole('region', { name: 'Your order' }));
  expect(order.getByRole('region', { name: 'Mia' })).toHaveTextContent(
    'Guitar $89.50 USD Mon 1 – Fri 5 June',
  );
  expect(order.getByRole('region', { name: 'Tom' })).toHaveTextContent('$80.10 USD');
  expect(order.getByText('$169.60 USD')).toBeVisible();
  expect(intents).toEqual([
    { price: 169.6, currency: 'USD', cartIds: [miasSeat._id, tomsSeat._id] },
  ]);
});

test('after the payment one screen says who goes where and when, what was paid, and has the receipt and each pass', async () => {
  renderFamilyPayment([enrolled, { ...enrolled, ...toms, entry_code: 'GTR-102' }]);
  const camp = { ...{ dailyStart: '09:00', dailyEnd: '15:00', place: 'Boathouse' }, room: 12 };
  const seat = buildEnrolled({ ...camp, camp_start: '2126-06-03', camp_end: '2126-06-07' });
  answer('GET /myEnrolledClass', [
    { ...seat, cartId: miasSeat._id, transactionId: 'pi_1' },
    { ...seat, cartId: tomsSeat._id, transactionId: 'pi_1' },
  ]);

  await pay();

  await screen.findByRole('dialog', { name: 'Congratulations, Successfully Enrolled' });
  const confirmation = await screen.findByRole('region', {
    name: 'You paid. Both seats are yours',
  });
  expect(location.pathname).toBe('/dashboard/enroll');
  const [mias, toms2] = within(confirmation).getAllByText(/: Guitar$/, { selector: 'p' });
  expect(mias?.closest('li')).toHaveTextContent(
    /Mia: Guitar.*June 2126, 9:00 AM – 3:00 PM.*Boathouse, Room 12.*GTR-101.*Add to calendar.*Save pass/,
  );
  expect(toms2?.closest('li')).toHaveTextContent(/Tom: Guitar.*GTR-102/);
  expect(confirmation).toHaveTextContent('You paid $169.60 USD.');
  expect(within(confirmation).getByRole('link', { name: 'Receipt' })).toHaveAttribute(
    'href',
    '/dashboard/receipts/pi_1',
  );
  expect(within(confirmation).getByText('What to bring')).toBeVisible();
  const first = { price: 89.5, classId: guitar.classId, cartId: miasSeat._id };
  const second = { price: 80.1, classId: guitar.classId, cartId: tomsSeat._id };
  expect(records).toMatchObject([
    { transactionId: 'pi_1', pay: 'succeeded', ...first, items: [first, second] },
  ]);
});

test('a payment whose lines the server does not tell is not said to have bought seats', async () => {
  renderFamilyPayment([]);

  await pay();

  expect(await screen.findByRole('heading', { name: 'Enrolled Course' })).toBeVisible();
  expect(location.state).toEqual({ emailed: 'receipt' });
});

test('in parts, the confirmation says how many are paid, and what is charged next to which card', async () => {
  renderFamilyPayment([enrolled]);
  const installments = [
    { due: '2126-01-01', amount: 3_000, left: 0 },
    { due: '2126-02-01', amount: 3_000, left: 3_000 },
    { due: '2126-03-01', amount: 2_950, left: 2_950 },
  ];
  answer('GET /myEnrolledClass', [buildEnrolled({ cartId: miasSeat._id, installments })]);
  answer('GET /savedCard', {
    card: { cardId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2130 },
  });

  await pay();

  expect(
    await screen.findByText(
      'First of 3 parts paid. Next: $30 USD from Visa 4242 on Fri 1 February 2126.',
    ),
  ).toBeVisible();
});

test('a seat that was lost says what goes back to the card, and the other child keeps its seat', async () => {
  renderFamilyPayment([
    enrolled,
    { ...enrolled, ...toms, state: 'refunded', entry_code: null, room: null },
  ]);

  await pay();

  expect(await screen.findByRole('heading', { name: 'You have 1 of 2 seats' })).toHaveFocus();
  expect(screen.getByText('GTR-101').parentElement).toHaveTextContent('Entry code GTR-101');
  expect(
    screen.getByText(/^No seat left: \$80\.10 USD will be refunded the way you paid/),
  ).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('if a seat is gone, the page names it and offers to pay for the rest', async () => {
  renderFamilyPayment();
  await screen.findByRole('button', { name: 'Pay $169.60' });
  answer('POST /createPayment-intent', () => refuse('seat_not_held'));
  answer('GET /myclass', [miasSeat]);
  // The person comes back to the tab.
  act(() => void window.dispatchEvent(new Event('visibilitychange')));

  const notice = within(
    (await screen.findByRole('heading', { name: 'Your cart has changed' }))
      .parentElement as HTMLElement,
  );
  expect(notice.getByRole('listitem')).toHaveTextContent('Guitar for Tom');
  answer('POST /createPayment-intent', ({ body }) => {
    intents.push(body);
    return { clientSecret: 'pi_2_secret', heldUntil: guitar.heldUntil };
  });
  await userEvent.click(
    screen.getByRole('link', { name: 'Continue with Guitar for Mia · $89.50' }),
  );

  expect(await screen.findByRole('button', { name: 'Pay $89.50' })).toBeVisible();
  expect(location.search).toBe(`?cartId=${miasSeat._id}`);
  await waitFor(() =>
    expect(intents.at(-1)).toEqual({ price: 89.5, currency: 'USD', cartId: miasSeat._id }),
  );
});

test('a seat that was gone before the page opened is not charged for', async () => {
  renderFamilyPayment();
  answer('GET /myclass', [miasSeat]);

  expect(await screen.findByRole('heading', { name: 'Your cart has changed' })).toBeVisible();
  expect(screen.queryByRole('button', { name: PAY_BUTTON })).not.toBeInTheDocument();
  expect(intents).toEqual([]);
});

test('a new total is charged only after the person agrees', async () => {
  renderFamilyPayment();
  answer('POST /createPayment-intent', ({ body }) => {
    intents.push(body);
    answer('GET /myclass', [miasSeat, { ...tomsSeat, price: 90.5 }]);
    if (intents.length === 1) return refuse('price_changed');
    return { clientSecret: 'pi_2_secret', heldUntil: guitar.heldUntil };
  });

  expect(
    await screen.findByText(/These 2 seats cost \$169\.60 USD .* cost \$180 USD now/),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: PAY_BUTTON })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Continue with $180' }));

  expect(await screen.findByRole('button', { name: 'Pay $180' })).toBeVisible();
  await waitFor(() => expect(intents).toHaveLength(2));
  expect(intents[1]).toMatchObject({ price: 180 });
});

test('the seat of one child also shows its outcome on this screen', async () => {
  renderPayment(`/dashboard/payment?cartId=${miasSeat._id}`);
  answer('GET /myclass', [miasSeat]);
  answer('GET /myChildren', { children: [mia], invitations: [] });
  answer('POST /makepayment', () => {
    answer('GET /myclass', []);
    return { status: true, message: '', entry_code: 'GTR-101', room: 12, items: [enrolled] };
  });

  await pay();

  await screen.findByRole('dialog', { name: 'Congratulations, Successfully Enrolled' });
  expect(await screen.findByText('You paid. The seat is yours')).toBeVisible();
  expect(location.pathname).toBe('/dashboard/enroll');
});

const four: PaidItem[] = [1, 2, 3, 4].map((no) => ({
  ...enrolled,
  cartId: String(no).repeat(24),
  entry_code: `GTR-10${no}`,
}));

test.each<[string, InitialEntry]>([
  ['after a reload', { pathname: '/dashboard/enroll', state: { paid: 'pi_1' } }],
  ['with the Back button or an old tab', ADDRESS],
])('%s the payment itself says what it bought', async (_when, address) => {
  renderFamilyPayment(four);
  cleanup();
  answer('GET /myclass', []);
  answer('GET /myEnrolledClass', [buildEnrolled({ cartId: miasSeat._id, transactionId: 'pi_1' })]);
  renderPayment(address);

  expect(
    await screen.findByRole('heading', { name: 'You paid. All 4 seats are yours' }),
  ).toBeVisible();
  expect(screen.getByText('GTR-104')).toBeVisible();
  expect(location.pathname).toBe('/dashboard/enroll');
  expect(intents).toEqual([]);
});

test('a payment whose seats were all returned says so, and nothing else is paid', async () => {
  renderFamilyPayment();
  cleanup();
  answer('POST /makepayment', () => refuse('payment_refunded'));
  renderPayment({ pathname: '/dashboard/enroll', state: { paid: 'pi_1' } });

  expect(await screen.findByText(/all of it goes back the way you paid/)).toBeVisible();
  expect(screen.queryByRole('button', { name: PAY_BUTTON })).not.toBeInTheDocument();
});
