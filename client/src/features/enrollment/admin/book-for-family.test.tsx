import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import type { Family } from '@speakifyr/contract/families.ts';
import type { HoldingPerson } from '@speakifyr/contract/office.ts';
import { NO_EMAIL } from '@speakifyr/contract/stand-in-address.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { readToday } from '../../../lib/format.ts';
import { buildClassChoice, buildEnrolledPerson } from '../../../testing/factories.ts';
import { chooseClass } from '../../../testing/choose-class.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { BookTransfer } from './book-transfer.tsx';
import { PutOnList, sayWaits } from './put-on-list.tsx';
import { RecordMoney } from './record-money.tsx';
import { ReserveSeat } from './reserve-seat.tsx';
import { slowTest } from '../../../testing/slow-tests.ts';

const NORA = '1'.repeat(24);
const ADA = 'a'.repeat(24);
const account = {
  ...{ _id: NORA, name: 'Nora Byron', email: 'nora@x.test', hasSignIn: true },
} as Family['account'];
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
      { id: NORA },
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
  expect(sent.slice(-2)).toEqual([{ id: NORA }, { classId: sailing._id, childIds: [ADA] }]);
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

const held = (cartId: string, cost: number, userId = account._id): Family['held'][number] => ({
  campClass: { name: 'Sailing' } as Family['held'][number]['campClass'],
  person: { cartId, cost, userId, name: 'Ada', isReserved: true } as HoldingPerson,
});

test('money that came in enrolls the chosen seats; the same request is sent again after a failure', async () => {
  const sent: Record<string, unknown>[] = [];
  const seats = [held('5'.repeat(24), 24_900), held('6'.repeat(24), 5_000)];
  const theirs = held('7'.repeat(24), 1_000, 'b'.repeat(24));
  const onDone = vi.fn();
  let isDown = true;
  answer('POST /families/:id/payments', ({ body }) => {
    sent.push(body as Record<string, unknown>);
    if (isDown) return refuse('unavailable');
    return { status: true, transactionId: 'office_1' };
  });
  renderApp(
    <RecordMoney
      family={{ account, held: [...seats, theirs], enrolled: [] }}
      person={seats[0]!.person}
      onDone={onDone}
    />,
  );

  await userEvent.click(screen.getByRole('button', { name: /^Record money/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Record money that came in' }));
  // The other guardian's seat is not among them.
  expect(dialog.getAllByRole('checkbox')).toHaveLength(3);
  expect(dialog.getByLabelText(/^This is a deposit/)).not.toBeChecked();
  expect(dialog.getByLabelText(/^Amount/)).toHaveValue('249');
  await userEvent.click(dialog.getByLabelText(/\$50 USD/));
  expect(dialog.getByLabelText(/^Amount/)).toHaveValue('299');
  await userEvent.selectOptions(dialog.getByLabelText('How was it paid?'), 'Check');
  await userEvent.type(dialog.getByLabelText('Reference'), 'No. 17');
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  isDown = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));

  await findDialog('Recorded and enrolled');
  await userEvent.keyboard('{Escape}');
  expect(sent[1]).toEqual({
    ...{ requestId: sent[0]?.['requestId'], method: 'cheque', amount: 29_900, day: readToday() },
    ...{ cartIds: ['5'.repeat(24), '6'.repeat(24)], reference: 'No. 17' },
  });
  await waitFor(() => expect(onDone).toHaveBeenCalled());
});

test('a deposit has a plan for the rest, and what is owed is recorded for an enrolled seat', async () => {
  const sent: Record<string, unknown>[] = [];
  answer('POST /families/:id/payments', ({ body }) => {
    sent.push(body as Record<string, unknown>);
    return { status: true, transactionId: 'office_1' };
  });
  const seat = held('5'.repeat(24), 10_000);
  const owed = {
    campClass: { name: 'Judo' } as Family['enrolled'][number]['campClass'],
    person: buildEnrolledPerson({
      ...{ cartId: '6'.repeat(24), name: 'Ben', email: account.email },
      owed: [{ due: '2027-07-01', amount: 7_000 }],
    }),
  };
  const family = { account, held: [seat], enrolled: [owed] };
  const { unmount } = renderApp(
    <RecordMoney family={family} person={seat.person} onDone={vi.fn()} />,
  );
  await userEvent.click(screen.getByRole('button', { name: /^Record money/ }));
  let dialog = within(screen.getByRole('dialog'));
  const amount = dialog.getByLabelText(/^Amount \(/);
  await userEvent.clear(amount);
  await userEvent.type(amount, '30');
  await userEvent.click(dialog.getByLabelText(/^This is a deposit/));
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  expect(await dialog.findByText('Please choose a day.')).toBeVisible();
  expect(dialog.getByLabelText('Part 1 is due')).toHaveFocus();
  await userEvent.click(dialog.getByRole('button', { name: 'Add a part' }));
  await userEvent.type(dialog.getByLabelText('Part 1 is due'), '2027-06-01');
  await userEvent.type(dialog.getByLabelText(/^Amount of part 1/), '20');
  await userEvent.type(dialog.getByLabelText('Part 2 is due'), '2027-07-01');
  expect(dialog.getByText('It takes the rest: $50 USD.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  await findDialog('Recorded and enrolled');
  expect(sent[0]).toMatchObject({
    ...{ amount: 3_000, cartIds: ['5'.repeat(24)] },
    plan: [{ due: '2027-06-01', amount: 2_000 }, { due: '2027-07-01' }],
  });
  unmount();

  renderApp(<RecordMoney family={family} person={owed.person} onDone={vi.fn()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Record money for the seat of Ben' }));
  dialog = within(screen.getByRole('dialog', { name: 'Record money that came in' }));
  expect(dialog.getByLabelText(/^Amount/)).toHaveValue('70');
  expect(dialog.queryByLabelText(/^This is a deposit/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Record' }));
  await findDialog('Recorded');
  expect(sent[1]).toMatchObject({ amount: 7_000, cartIds: ['6'.repeat(24)] });
  expect(sent[1]).not.toHaveProperty('plan');
});

test('the family’s credit pays for a seat: there is no day, no reference and no deposit to fill in', async () => {
  const sent: Record<string, unknown>[] = [];
  answer('GET /families/:id/credit', {
    ...{ currency: 'USD', available: 12_000, refundable: 12_000, lines: [] },
  });
  answer('POST /families/:id/payments', ({ body }) => {
    sent.push(body as Record<string, unknown>);
    return { status: true, transactionId: 'credit_1' };
  });
  const seat = held('5'.repeat(24), 10_000);
  const family = {
    ...{ account: { ...account, status: 'active' as const }, held: [seat], enrolled: [] },
  };
  renderApp(<RecordMoney family={family} person={seat.person} onDone={vi.fn()} />);
  await userEvent.click(screen.getByRole('button', { name: /^Record money/ }));
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByRole('option', { name: 'The family’s credit: $120 USD' });
  await userEvent.selectOptions(dialog.getByLabelText('How was it paid?'), 'credit');
  for (const label of ['When was it received?', 'Reference', /^This is a deposit/])
    expect(dialog.queryByLabelText(label)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  await findDialog('Recorded and enrolled');
  expect(sent[0]).toMatchObject({
    method: 'credit',
    amount: 10_000,
    cartIds: [seat.person.cartId],
  });
});

test('a part may be due so many days before the first class, and the day shows before it is recorded', async () => {
  let sent: unknown;
  answer('POST /families/:id/payments', ({ body }) => {
    sent = body;
    return { status: true, transactionId: 'office_1' };
  });
  const [first, second] = ['2032-07-20', '2032-07-10'].map((camp_start, place) => {
    const one = held(`${5 + place}`.repeat(24), 10_000);
    return { ...one, campClass: { ...one.campClass, camp_start } };
  });
  const family = { account, held: [first!, second!], enrolled: [] };
  renderApp(<RecordMoney family={family} person={first!.person} onDone={vi.fn()} />);
  const [open] = screen.getAllByRole('button', { name: /^Record money/ });
  await userEvent.click(open!);
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.clear(dialog.getByLabelText(/^Amount \(/));
  await userEvent.type(dialog.getByLabelText(/^Amount \(/), '30');
  await userEvent.click(dialog.getByLabelText(/^This is a deposit/));
  const days = dialog.getByLabelText('Or days before the start (part 1)');
  const due = dialog.getByLabelText('Part 1 is due');
  await userEvent.type(days, '14');
  expect(due).toHaveValue('2032-07-06');
  await userEvent.click(dialog.getAllByLabelText(/Sailing/)[1]!);
  expect(due).toHaveValue('2032-06-26');
  await userEvent.clear(due);
  await userEvent.type(due, '2032-06-01');
  expect(days).toHaveValue(null);
  await userEvent.type(days, '30');
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  await findDialog('Recorded and enrolled');
  expect(sent).toMatchObject({ amount: 3_000, plan: [{ due: '2032-06-10' }] });
});

/** A transfer of $300 on the page of a family, with the dialog that shares it. */
async function shareTransfer(
  family: Pick<Family, 'account' | 'held' | 'enrolled'>,
  sent: Record<string, unknown>[],
  named: Partial<BankTransfer> = {
    family: { _id: family.account._id, name: 'Nora Byron', email: 'nora@x.test' },
  },
) {
  answer('POST /families/:id/payments', ({ body }) => {
    sent.push(body as Record<string, unknown>);
    return { status: true, transactionId: 'office_1' };
  });
  answer('GET /bankTransfers', [
    {
      ...{ requestId: TRANSFER, day: '2027-03-04', amount: 30_000, text: 'Grandma', owed: 0 },
      ...{ state: 'unknown' as const, family: null, seats: [] },
      ...named,
    },
  ]);
  renderApp(<BookTransfer family={family} requestId={TRANSFER} />);
  expect(await screen.findByText(/by bank transfer on Thu 4 March 2027: Grandma/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Share and record' }));
  return within(screen.getByRole('dialog', { name: 'How are the $300 USD shared?' }));
}
const TRANSFER = '00000000-0000-8000-8000-000000000001';
const booking = {
  ...{ requestId: TRANSFER, method: 'bank transfer', day: '2027-03-04', reference: 'Grandma' },
};
const active = { ...account, status: 'active' as const };

// Rules: R578, R597.
test('a transfer of the bank is shared over seats, and what they leave over stays as credit', async () => {
  const sent: Record<string, unknown>[] = [];
  const seats = [held('5'.repeat(24), 24_900), held('6'.repeat(24), 10_000)];
  const dialog = await shareTransfer({ account: active, held: seats, enrolled: [] }, sent);
  const [first, second] = dialog.getAllByLabelText(/Sailing/);
  const credit = dialog.getByLabelText(/^Kept as the family’s credit/);
  // Together they cost more than has come, so the office chooses.
  expect([first, second, credit].map((field) => (field as HTMLInputElement).value)).toEqual([
    '',
    '',
    '300',
  ]);
  await userEvent.type(first!, '249');
  expect(credit).toHaveValue('51');
  expect(dialog.getByText('All of the $300 USD is booked for this family.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  await findDialog('Recorded and enrolled');
  expect(sent).toEqual([
    {
      ...{ ...booking, amount: 30_000, isRestCredit: true },
      ...{ cartIds: ['5'.repeat(24)], shares: [24_900] },
    },
  ]);
});

// Rules: R597.
test('a part of a transfer is left for another family, and less than a seat costs is a deposit', async () => {
  const sent: Record<string, unknown>[] = [];
  const seats = [held('5'.repeat(24), 24_900), held('6'.repeat(24), 10_000)];
  const dialog = await shareTransfer({ account: active, held: seats, enrolled: [] }, sent);
  const [first, second] = dialog.getAllByLabelText(/Sailing/);
  const credit = dialog.getByLabelText(/^Kept as the family’s credit/);
  await userEvent.type(first!, '300.01');
  await userEvent.type(second!, '3O');
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  expect(await dialog.findByText('At most $300 USD.')).toBeVisible();
  expect(dialog.getByText('Enter an amount such as 89.50.')).toBeVisible();
  await userEvent.clear(first!);
  await userEvent.type(first!, '249');
  await userEvent.clear(second!);
  await userEvent.type(second!, '30');
  // With a deposit, nothing is credit.
  expect(credit).toHaveValue('');
  expect(
    dialog.getByText(
      '$21 USD of $300 USD stays on the list of bank transfers, for another family.',
    ),
  ).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Part 1 is due'), '2027-06-01');
  expect(dialog.getByText('It takes the rest: $70 USD.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  await findDialog('Recorded and enrolled');
  expect(sent).toEqual([
    {
      ...{ ...booking, amount: 27_900, isPart: true, plan: [{ due: '2027-06-01' }] },
      ...{ cartIds: ['5'.repeat(24), '6'.repeat(24)], shares: [24_900, 3_000] },
    },
  ]);
});

// Rules: R597.
test.each<[string, Partial<BankTransfer>, RegExp]>([
  ['a text that names nobody', {}, /^The text does not name this family: nothing is kept/],
  [
    'what is left of a shared transfer',
    { family: { _id: active._id, name: 'Nora', email: 'nora@x.test' }, of: 40_000 },
    /^The rest may be another family’s: nothing is kept/,
  ],
])(
  'with %s, nothing becomes credit unless it is typed, and 0 is no seat',
  async (_w, named, hint) => {
    const sent: Record<string, unknown>[] = [];
    const seats = [held('5'.repeat(24), 10_000), held('6'.repeat(24), 24_900)];
    const dialog = await shareTransfer({ account: active, held: seats, enrolled: [] }, sent, named);
    const [first, second] = dialog.getAllByLabelText(/Sailing/);
    expect(dialog.getByLabelText(/^Kept as the family’s credit/)).toHaveValue('');
    expect(dialog.getByText(hint)).toBeVisible();
    await userEvent.type(second!, '0');
    await userEvent.click(dialog.getByRole('button', { name: 'Record' }));
    expect(await dialog.findByText('Type an amount.')).toBeVisible();
    await userEvent.type(first!, '100');
    expect(dialog.getByText(/^\$200 USD of \$300 USD stays on the list/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
    await findDialog('Recorded and enrolled');
    expect(sent).toEqual([
      { ...booking, amount: 10_000, isPart: true, cartIds: ['5'.repeat(24)], shares: [10_000] },
    ]);
  },
);

// Rules: R597.
test('a seat that costs more without the others is paid in full or by a deposit, as the server says', async () => {
  const sent: Record<string, unknown>[] = [];
  const seats = [held('5'.repeat(24), 9_000), held('6'.repeat(24), 24_900)];
  const family = { account: active, held: seats, enrolled: [] };
  const dialog = await shareTransfer(family, sent, {});
  const [first] = dialog.getAllByLabelText(/Sailing/);
  expect(
    dialog.getByText('The seat costs $90 USD, if all reserved ones are paid now.'),
  ).toBeVisible();
  const said = 'A seat costs $100. Say when the rest of it is due.';
  answer('POST /families/:id/payments', ({ body }) => {
    sent.push(body as Record<string, unknown>);
    const isFine = (body as { plan?: unknown; amount: number }).plan ?? sent.length > 2;
    return isFine
      ? { status: true, transactionId: 'office_1' }
      : refuse('invalid_input', { fields: { 'body.shares': said } });
  });
  const recordIt = () => userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  await userEvent.type(first!, '90');
  await recordIt();
  expect(await dialog.findByText(said)).toBeVisible();
  // More than the page says is the server's to judge.
  await userEvent.type(first!, '{Backspace}{Backspace}100');
  await recordIt();
  await waitFor(() => expect(sent[1]).toMatchObject({ shares: [10_000] }));
  await userEvent.type(first!, '{Backspace}{Backspace}{Backspace}90');
  await userEvent.click(dialog.getByRole('checkbox', { name: /^This is a deposit/ }));
  expect(dialog.getByText('It takes the rest.')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Part 1 is due'), '2027-06-01');
  await recordIt();
  await findDialog('Recorded and enrolled');
  expect(sent[2]).toMatchObject({ shares: [9_000], plan: [{ due: '2027-06-01' }] });
});

test('a transfer that somebody else has booked says so', async () => {
  answer('GET /bankTransfers', []);
  renderApp(<BookTransfer family={{ account, held: [], enrolled: [] }} requestId="x" />);
  expect(await screen.findByText(/is booked, or no longer on the list/)).toBeVisible();
});
