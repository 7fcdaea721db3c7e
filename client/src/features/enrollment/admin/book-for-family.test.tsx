import type { Family } from '@speakifyr/contract/families.ts';
import { NO_EMAIL } from '@speakifyr/contract/stand-in-address.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildClassChoice } from '../../../testing/factories.ts';
import { chooseClass } from '../../../testing/choose-class.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { account, held } from './family-account.testing.ts';
import { PutOnList, sayWaits } from './put-on-list.tsx';
import { ReserveSeat } from './reserve-seat.tsx';
import { slowTest } from '../../../testing/slow-tests.ts';

const ADA = 'a'.repeat(24);
const ada = { _id: ADA, name: 'Ada' } as Family['children'][number];
const sailing = buildClassChoice({ _id: 'c'.repeat(24), name: 'Sailing', price: 249, sit: 3 });
const full = buildClassChoice({ _id: 'd'.repeat(24), name: 'Chess', sit: 0 });

function renderReserve() {
  const onDone = vi.fn();
  answer('GET /classChoices', [sailing, full]);
  answer('GET /families/:id/seatPrice', {
    price: 224.1,
    lines: [
      { kind: 'base', label: 'Full price', amount: 24_900, percent: null, discountId: null },
      { kind: 'sibling', label: 'Siblings', amount: -2_490, percent: 10, discountId: 'a' },
    ],
  });
  renderApp(<ReserveSeat family={{ account, children: [ada] }} onDone={onDone} />);
  return onDone;
}

async function openReserve() {
  await userEvent.click(screen.getByRole('button', { name: 'Reserve a seat' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Reserve a seat' }));
  await dialog.findByRole('button', { name: /^Sailing/ });
  return dialog;
}

slowTest(
  'the office reserves a seat for a child at the price with the family’s discounts; a full class does not fit',
  async () => {
    const sent: unknown[] = [];
    const onDone = renderReserve();
    answer('POST /families/:id/seats', ({ params, body }) => {
      sent.push(params, body);
      return { status: true, cartId: 'e'.repeat(24), enrolled: false };
    });

    const dialog = await openReserve();
    expect(dialog.getByText('1 class fits.')).toBeVisible();
    await userEvent.click(dialog.getByText('1 class does not fit'));
    expect(dialog.getByRole('button', { name: /^Chess .*No free seat/ })).toBeVisible();
    await chooseClass('Sailing');
    await waitFor(() => expect(dialog.getByLabelText(/^Price/)).toHaveValue(224.1));
    expect(dialog.getByText('Siblings').parentElement).toHaveTextContent('Siblings −$24.90');
    expect(dialog.queryByLabelText('Why another price?')).toBeNull();
    const until = dialog.getByLabelText('Reserved until');
    await userEvent.clear(until);
    await userEvent.type(until, '2032-07-01');
    await userEvent.click(dialog.getByRole('button', { name: 'Reserve' }));

    await findDialog(/^Reserved until Thu 1 July 2032/);
    await userEvent.keyboard('{Escape}');
    expect(sent).toEqual([
      { id: account._id },
      { classId: sailing._id, childId: ADA, until: '2032-07-01' },
    ]);
    await waitFor(() => expect(onDone).toHaveBeenCalled());
  },
);

// Rules: R317, R340, R350, R354.
test('another price needs a reason, and what is wrong stands beside its field', async () => {
  const sent: unknown[] = [];
  renderReserve();
  answer('POST /families/:id/seats', ({ body }) => {
    sent.push(body);
    return refuse('invalid_input', { fields: { 'body.until': 'This day has passed.' } });
  });

  const dialog = await openReserve();
  await userEvent.selectOptions(dialog.getByLabelText('For'), '');
  await chooseClass('Sailing');
  await userEvent.clear(dialog.getByLabelText(/^Price/));
  await userEvent.type(dialog.getByLabelText(/^Price/), '100');
  await userEvent.type(dialog.getByLabelText('Why another price?'), 'Volunteer');
  await userEvent.click(dialog.getByRole('button', { name: 'Reserve' }));

  expect(await dialog.findByText('This day has passed.')).toBeVisible();
  expect(sent).toMatchObject([{ childId: null, price: 100, note: 'Volunteer' }]);
});

test('a class for other ages is chosen with a reason; until then it does not fit', async () => {
  const sent: unknown[] = [];
  renderReserve();
  answer('GET /classChoices', [
    sailing,
    { ...full, sit: 2, misfit: 'age', ageFrom: 12, ageTo: 14 },
  ]);
  answer('POST /ageExceptions', ({ body }) => {
    sent.push(body);
    answer('GET /classChoices', [sailing, { ...full, sit: 2 }]);
    return { status: true };
  });

  const dialog = await openReserve();
  await userEvent.click(dialog.getByText('1 class does not fit'));
  expect(dialog.getByRole('button', { name: /^Chess .*Only for ages 12 to 14/ })).toBeVisible();
  await chooseClass('Chess');
  await userEvent.click(dialog.getByRole('button', { name: 'Allow it anyway' }));
  expect(dialog.getByText('Say why.')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Why may Ada join all the same?'), 'Champion');
  await userEvent.click(dialog.getByRole('button', { name: 'Allow it anyway' }));
  await waitFor(() => expect(dialog.queryByText(/^Only for/)).toBeNull());
  expect(sent).toEqual([{ childId: ADA, classId: full._id, note: 'Champion' }]);
});

test('many classes are found by words and by a day', async () => {
  renderReserve();
  answer('GET /classChoices', [
    sailing,
    buildClassChoice({ _id: 'e'.repeat(24), name: 'Judo', course_tag: 'JUD', instructor: 'Ida' }),
    ...Array.from({ length: 9 }, (_none, place) =>
      buildClassChoice({
        _id: `${place}`.repeat(24),
        name: `Kites ${place}`,
        ...{ camp_start: '2032-07-05', camp_end: '2032-07-09' },
      }),
    ),
  ]);
  const dialog = await openReserve();
  const countShown = () => dialog.getAllByRole('button', { name: /\d+\sfree/ }).length;
  expect(dialog.getByText('11 classes fit.')).toBeVisible();
  expect(countShown()).toBe(6);
  await userEvent.click(dialog.getByRole('button', { name: 'Show all 11' }));
  expect(countShown()).toBe(11);
  await userEvent.type(dialog.getByLabelText('Find a class'), 'ida ju{Enter}');
  expect(dialog.getByRole('button', { name: /^Judo/ })).toBeVisible();
  expect(countShown()).toBe(1);
  await userEvent.clear(dialog.getByLabelText('Find a class'));
  await userEvent.type(dialog.getByLabelText('Meets on'), '2032-07-07');
  expect(dialog.getByText('9 classes fit.')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Find a class'), 'judo');
  expect(dialog.getByText('No class matches.')).toBeVisible();
});

test('if the last seat has just been taken, one tap puts the child on the waiting list', async () => {
  const sent: unknown[] = [];
  const onDone = renderReserve();
  answer('POST /families/:id/seats', () => {
    answer('GET /classChoices', [{ ...sailing, sit: 0 }, full]);
    return refuse('class_full');
  });
  let isDown = true;
  answer('POST /families/:id/waiting', ({ params, body }) => {
    sent.push(params, body);
    if (isDown) return refuse('already_waiting', { message: 'This family is already on it.' });
    return { waitId: 'e'.repeat(24), position: 3 };
  });

  const dialog = await openReserve();
  await chooseClass('Sailing');
  expect(dialog.queryByRole('button', { name: 'Put on the waiting list' })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Reserve' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('No seats left');
  await userEvent.click(dialog.getByRole('button', { name: 'Put on the waiting list' }));
  expect(await dialog.findByText('This family is already on it.')).toBeVisible();
  isDown = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Put on the waiting list' }));

  await findDialog(/^On the waiting list, number 3/);
  await userEvent.keyboard('{Escape}');
  expect(sent.slice(-2)).toEqual([{ id: account._id }, { classId: sailing._id, childIds: [ADA] }]);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
});

test('the office puts siblings on the waiting list of a full class, together or one by one', async () => {
  const sent: unknown[] = [];
  const ben = { _id: 'b'.repeat(24), name: 'Ben' } as Family['children'][number];
  const one = buildClassChoice({ _id: '8'.repeat(24), name: 'Kites', sit: 1 });
  answer('GET /classChoices', [sailing, full, one]);
  answer('POST /families/:id/waiting', ({ body }) => {
    sent.push(body);
    return { waitId: 'e'.repeat(24), position: 1 };
  });
  const onDone = vi.fn();
  renderApp(<PutOnList family={{ account, children: [ada, ben] }} onDone={onDone} />);

  await userEvent.click(screen.getByRole('button', { name: 'Put on a waiting list' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Put on a waiting list' }));
  await dialog.findByRole('button', { name: /^Chess/ });
  expect(dialog.queryByRole('button', { name: /^(Kites|Sailing)/ })).toBeNull();
  expect(dialog.queryByLabelText('Together or not at all')).toBeNull();
  // Nobody is chosen beforehand.
  expect(dialog.getByLabelText('Ada')).not.toBeChecked();
  await userEvent.click(dialog.getByRole('button', { name: 'Put on the waiting list' }));
  expect(await dialog.findByText('Choose who waits.')).toBeVisible();
  expect(dialog.getByLabelText('Ada')).toHaveFocus();
  expect(dialog.getByLabelText('Find a class')).toHaveAccessibleDescription('Please choose one.');
  await userEvent.click(dialog.getByLabelText('Ada'));
  await userEvent.click(dialog.getByLabelText('Ben'));
  // One seat is free: not enough for two.
  expect(dialog.getByRole('button', { name: /^Kites/ })).toBeVisible();
  await userEvent.click(dialog.getByLabelText('Together or not at all'));
  await chooseClass('Chess');
  await userEvent.click(dialog.getByRole('button', { name: 'Put on the waiting list' }));

  await findDialog(/^On the waiting list, number 1. nora@x.test gets an email/);
  expect(sent).toEqual([
    { classId: full._id, childIds: [ADA, ben._id], withSelf: false, together: false },
  ]);
});

test('the office reads that it will have to call a family without an account', () => {
  expect(sayWaits(2, { ...account, hasSignIn: false })).toBe(
    'On the waiting list, number 2. When a seat is free, we email you so that you can call them',
  );
});

// Rules: R637.
test('the price says how much of it is tax, also another one; without a tax it says nothing', async () => {
  const offered = held('5'.repeat(24), 10_888);
  Object.assign(offered.person, { childId: ADA, isReserved: false, isOffered: true });
  offered.campClass = { _id: full._id, name: 'Chess' } as Family['held'][number]['campClass'];
  const family = { account, children: [ada] };
  answer('GET /classChoices', [sailing, full]);
  const taxes = [{ name: 'sales tax', percent: 8.875, amount: 888, of: 10_888 }];
  answer('GET /families/:id/seatPrice', { price: 108.88, taxes });
  const { unmount } = renderApp(
    <ReserveSeat family={family} kept={offered} onDone={() => undefined} />,
  );
  const press = () =>
    userEvent.click(screen.getByRole('button', { name: 'Reserve for the seat of Ada' }));
  await press();
  const price = await screen.findByLabelText('Price (USD)');
  await waitFor(() =>
    expect(price).toHaveAccessibleDescription(
      /^With the tax in it. Includes 8.875% sales tax: \$8.88 USD. It stays/,
    ),
  );
  await userEvent.clear(price);
  await userEvent.type(price, '50');
  expect(price).toHaveAccessibleDescription(/Includes 8.875% sales tax: \$4.08 USD/);
  unmount();
  answer('GET /families/:id/seatPrice', { price: 80 });
  renderApp(<ReserveSeat family={family} kept={offered} onDone={() => undefined} />);
  await press();
  expect(await screen.findByLabelText('Price (USD)')).toHaveAccessibleDescription(/^It stays/);
  expect(document.body).not.toHaveTextContent(/tax/i);
});

test('a seat that the waiting list offers is reserved for a family that said yes on the phone', async () => {
  const sent: unknown[] = [];
  const offered = held('5'.repeat(24), 8_000);
  Object.assign(offered.person, { childId: ADA, isReserved: false, isOffered: true });
  offered.campClass = { _id: full._id, name: 'Chess' } as Family['held'][number]['campClass'];
  answer('GET /classChoices', [sailing, full]);
  answer('POST /families/:id/seats', ({ body }) => {
    sent.push(body);
    return { status: true, cartId: '5'.repeat(24), enrolled: false };
  });
  const family = { account: { ...account, email: NO_EMAIL }, children: [ada] };
  answer('GET /families/:id/seatPrice', { price: 80 });
  renderApp(<ReserveSeat family={family} kept={offered} onDone={() => undefined} />);

  await userEvent.click(screen.getByRole('button', { name: 'Reserve for the seat of Ada' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Reserve a seat' }));
  // The price of the offer, whatever the class costs today.
  expect(await dialog.findByLabelText(/^Price/)).toHaveValue(80);
  expect(dialog.queryByLabelText('Find a class')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Reserve' }));
  await findDialog(/Print the letter for the family/);
  expect(sent).toEqual([{ classId: full._id, childId: ADA, until: expect.any(String) as string }]);
});

test('a reservation gets another day and, with a reason, another price', async () => {
  const sent: unknown[] = [];
  const seat = held('5'.repeat(24), 8_000);
  Object.assign(seat.person, { childId: ADA, heldUntil: '2032-07-01T17:59:59.000Z' });
  seat.campClass = { _id: full._id, name: 'Chess' } as Family['held'][number]['campClass'];
  answer('GET /classChoices', [{ ...full, misfit: 'joined' }]);
  answer('GET /families/:id/seatPrice', { price: 80 });
  answer('POST /families/:id/seats', ({ body }) => {
    sent.push(body);
    return { status: true, cartId: '5'.repeat(24), enrolled: false };
  });
  renderApp(<ReserveSeat family={{ account, children: [ada] }} kept={seat} onDone={vi.fn()} />);
  const open = () =>
    userEvent.click(screen.getByRole('button', { name: 'Other day or price for the seat of Ada' }));
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Change' }));

  await open();
  expect(await screen.findByLabelText(/^Price/)).toHaveValue(80);
  const until = screen.getByLabelText('Reserved until');
  expect(until).toHaveValue('2032-07-01');
  expect(screen.queryByRole('button', { name: 'Put on the waiting list' })).toBeNull();
  fireEvent.change(until, { target: { value: '2032-07-09' } });
  await send();
  await findDialog(/^Reserved until Fri 9 July 2032/);
  await userEvent.keyboard('{Escape}');
  await open();
  await userEvent.clear(await screen.findByLabelText(/^Price/));
  await userEvent.type(screen.getByLabelText(/^Price/), '50');
  await userEvent.type(screen.getByLabelText('Why another price?'), 'Twins');
  await send();
  await findDialog(/^Reserved until/);
  const about = { classId: full._id, childId: ADA, cartId: '5'.repeat(24) };
  expect(sent).toEqual([
    { ...about, until: '2032-07-09' },
    { ...about, until: '2032-07-01', price: 50, note: 'Twins' },
  ]);
});

// Rules: R649, R650.
slowTest(
  'of a class that is sold by day, the office sells a single day, or a family waits',
  async () => {
    const quoted: unknown[] = [];
    const sent: unknown[] = [];
    const days = ['2032-07-05', '2032-07-06', '2032-07-07'];
    const byDay = { prices: [50], atLeast: 2, from: '2032-06-01', left: [2, 0, 2] };
    const boats = buildClassChoice({
      ...{ _id: 'b'.repeat(24), name: 'Boats', sit: 0, price: 120, byDay },
      ...{ camp_start: days[0]!, camp_end: days[2]!, days },
    });
    renderReserve();
    answer('GET /classChoices', [boats]);
    answer('GET /families/:id/seatPrice', ({ query }) => {
      quoted.push(query.days);
      return { price: 50, lines: undefined };
    });
    answer('POST /families/:id/seats', ({ body }) => {
      sent.push(body);
      return { status: true, cartId: 'e'.repeat(24), enrolled: false };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Reserve a seat' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Reserve a seat' }));
    await chooseClass('Boats');
    expect(dialog.getByRole('checkbox', { name: /^Tue 6 July/ })).toBeDisabled();
    await userEvent.click(dialog.getByRole('button', { name: 'Reserve' }));
    expect(await dialog.findByText('Choose at least one day')).toBeVisible();
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Mon 5 July/ }));
    await waitFor(() => expect(quoted.at(-1)).toBe('1'));
    await userEvent.click(dialog.getByRole('button', { name: 'Reserve' }));
    await findDialog(/^Reserved until/);
    expect(sent).toMatchObject([{ classId: boats._id, days: ['2032-07-05'] }]);
  },
);
