import { NO_EMAIL } from '@speakifyr/contract/stand-in-address.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { addDays } from '@speakifyr/contract/days.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { formatIsoDay, readToday } from '../../../lib/format.ts';
import { buildClass, buildClassChoice, buildEnrolledPerson } from '../../../testing/factories.ts';
import { chooseClass } from '../../../testing/choose-class.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { buildMoveQuote } from '../changes/change-seat.testing.ts';
import { ChangeSeat } from './change-seat.tsx';
import { slowTest } from '../../../testing/slow-tests.ts';

const SAILING = {
  _id: 'c'.repeat(24),
  name: 'Sailing on the Lake',
  camp_start: formatIsoDay(new Date(Date.now() + 5 * 24 * 60 * 60_000)),
};

type Lost = Output<Contract['GET /lostDiscounts/:classId/:cartId']>;

async function openSeat(
  changes: Parameters<typeof buildEnrolledPerson>[0] = {},
  lost: Lost = [],
  campClass = buildClass(SAILING),
) {
  const ended: string[] = [];
  answer('GET /lostDiscounts/:classId/:cartId', lost);
  answer('GET /classes/:id', campClass);
  renderApp(
    <ChangeSeat
      person={buildEnrolledPerson(changes)}
      campClass={SAILING}
      onChanged={() => ended.push('changed')}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Change the seat of Ada Byron' }));
  const dialog = within(await findDialog('Ada Byron’s seat'));
  await dialog.findByLabelText('Why?');
  return { ended, dialog };
}

/** Records the refunds that are sent. */
function acceptRefunds() {
  const sent: unknown[] = [];
  answer('POST /refunds', ({ body }) => {
    sent.push(body);
    return { status: true };
  });
  return sent;
}

slowTest(
  'canceling a seat begins with what the policy gives back, and says what happens before it does',
  async () => {
    const sent = acceptRefunds();
    const { dialog, ended } = await openSeat();

    // Five days before the class, the usual policy refunds half.
    expect(dialog.getByLabelText('Amount to refund (USD)')).toHaveValue('124.50');
    await userEvent.type(dialog.getByLabelText('Why?'), 'Broken leg');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByRole('heading', { name: 'This is what happens' })).toHaveFocus();
    expect(
      dialog.getByText('Ada Byron is no longer enrolled in Sailing on the Lake.'),
    ).toBeVisible();
    expect(
      dialog.getByText(
        '$124.50 USD will be refunded to ada@speakifyr.test, the way it was paid. The school keeps $124.50 USD.',
      ),
    ).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Yes, cancel the seat' }));

    await findDialog('Seat canceled, $124.50 USD will be refunded');
    expect(sent).toEqual([
      { paymentId: 'pi_ada', cartId: '3'.repeat(24), amount: 12_450, note: 'Broken leg' },
    ]);
    await waitFor(() => expect(ended).toEqual(['changed']));
  },
);

// Rules: R179, R312.
test('a family without an email address is called: no address is named', async () => {
  const { dialog } = await openSeat({ email: NO_EMAIL });
  await userEvent.type(dialog.getByLabelText('Why?'), 'Broken leg');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(dialog.getByText(/^\$124.50 USD will be refunded to the family, the way/)).toBeVisible();
  expect(dialog.getByText(/^The family has no email address, so please call them\./)).toBeVisible();
  expect(dialog.queryByText(/We email/)).toBeNull();
});

test('extras that do not come back are left out of what the policy gives back', async () => {
  const { dialog } = await openSeat({ extrasMoney: { kept: 4_900, owed: 0 } });
  expect(dialog.getByLabelText('Amount to refund (USD)')).toHaveValue('100');
  expect(dialog.getByText(/\$49 USD of it is for extras that can’t be refunded/)).toBeVisible();
});

test('discounts that other seats got because of this one come off, and are named', async () => {
  const seat = { className: 'Chess', student_name: 'Tom' };
  const { dialog } = await openSeat({}, [{ label: 'Siblings', amount: 2_000, ...seat }]);
  expect(dialog.getByLabelText('Amount to refund (USD)')).toHaveValue('104.50');
  expect(dialog.getByText('“Siblings” of Tom’s seat in Chess: $20 USD')).toBeVisible();
  expect(
    dialog.getByText(/Under the refund policy, the refund is \$124.50 USD until/),
  ).toBeVisible();
});

test('the office chooses extras, and reads what the family owes then', async () => {
  const lunch = {
    id: '9'.repeat(24),
    label: 'Lunch',
    per: 'day',
    days: 5,
    price: 800,
    amount: 4_000,
    options: [],
  };
  const sent: unknown[] = [];
  answer('GET /officeExtras/:classId/:cartId', {
    state: 'enrolled',
    offered: [{ ...lunch, per: 'day', isRefundable: true, left: null }],
    chosen: [],
  });
  answer('PUT /officeExtras/:classId/:cartId', ({ body }) => {
    sent.push(body);
    return { status: true };
  });
  const { dialog, ended } = await openSeat();
  await userEvent.click(dialog.getByLabelText('Choose extras'));
  await userEvent.click(await dialog.findByLabelText(/Lunch/));
  expect(dialog.getByText(/The family owes this from today on/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await findDialog('Extras saved. The family owes $40 USD for them');
  expect(sent).toEqual([{ extras: [{ id: lunch.id, option: null, amount: 4_000 }] }]);
  await waitFor(() => expect(ended).toEqual(['changed']));
});

slowTest(
  'any amount up to what is left may go back, but no more, and a note is needed',
  async () => {
    const { dialog } = await openSeat({ left: 20_000 });
    const amount = dialog.getByLabelText('Amount to refund (USD)');
    for (const wrong of ['200.01', 'all', '-5']) {
      await userEvent.clear(amount);
      await userEvent.type(amount, wrong);
      await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
      expect(await dialog.findByText('Please enter an amount from $0 to $200.')).toBeVisible();
      expect(amount).toHaveFocus();
    }
    expect(dialog.getByText('Say why.')).toBeVisible();

    await userEvent.clear(amount);
    await userEvent.type(amount, '200');
    await userEvent.type(dialog.getByLabelText('Why?'), 'Kind');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(
      dialog.getByText(/\$200 USD will be refunded .* The school keeps \$0 USD/),
    ).toBeVisible();
  },
);

test('a refusal stands in the dialog, and the admin can go back to the amount', async () => {
  answer('POST /refunds', () => refuse('refund_too_high'));
  const { dialog } = await openSeat();
  await userEvent.type(dialog.getByLabelText('Why?'), 'Moved away');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, cancel the seat' }));

  expect(await dialog.findByText('That is more than what is left of this payment.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }));
  expect(dialog.getByLabelText('Why?')).toHaveValue('Moved away');
});

test('a free seat is canceled without asking for an amount, and has no money to give back', async () => {
  const sent = acceptRefunds();
  const payment = {
    _id: 'free_1',
    amount: 0,
    currency: 'USD',
    method: 'free',
    state: 'enrolled',
  } as const;
  const { dialog } = await openSeat({ left: 0, payment });
  expect(dialog.queryByLabelText(/Amount/)).toBeNull();
  expect(dialog.queryByLabelText('Give money back and keep the seat')).toBeNull();

  await userEvent.type(dialog.getByLabelText('Why?'), 'Sick');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, cancel the seat' }));
  await findDialog('Seat canceled');
  expect(sent).toEqual([{ paymentId: 'free_1', cartId: '3'.repeat(24), amount: 0, note: 'Sick' }]);
});

test('money is given back while the seat stays', async () => {
  const sent = acceptRefunds();
  const { dialog } = await openSeat();
  await userEvent.click(dialog.getByLabelText('Give money back and keep the seat'));
  await userEvent.type(dialog.getByLabelText('Amount to refund (USD)'), '10');
  await userEvent.type(dialog.getByLabelText('Why?'), 'Rain');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(dialog.getByText('Ada Byron keeps the seat in Sailing on the Lake.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, give it back' }));

  await findDialog('$10 USD will be refunded');
  expect(sent).toMatchObject([
    {
      paymentId: 'pi_ada',
      cartId: '3'.repeat(24),
      keepsSeat: true,
      amount: 1_000,
      note: 'Rain',
    },
  ]);
});

test('a seat moves to another class with a free seat, after the price difference is said', async () => {
  const sent: unknown[] = [];
  const [guitar, climbing] = ['1'.repeat(24), '2'.repeat(24)];
  answer('GET /classChoices', [
    buildClassChoice({ _id: SAILING._id, name: SAILING.name, misfit: 'joined' }),
    buildClassChoice({ _id: guitar, name: 'Guitar', price: 200 }),
    buildClassChoice({ _id: climbing, name: 'Climbing', price: 260 }),
    buildClassChoice({ _id: '4'.repeat(24), name: 'Full', sit: 0 }),
    buildClassChoice({ _id: '5'.repeat(24), name: 'Draft', status: 'draft' }),
    buildClassChoice({ _id: '7'.repeat(24), name: 'Under way', isJoinable: false }),
  ]);
  const back = { pay: 0, refund: 4_900 };
  answer('GET /moveQuotes/:cartId', [
    buildMoveQuote({ classId: guitar, ...back, whole: back, lines: ['Early bird'] }),
    buildMoveQuote({ classId: climbing, pay: 1_100, whole: { pay: 1_100, refund: 0 } }),
    ...['4', '7'].map((digit) => buildMoveQuote({ classId: digit.repeat(24) })),
  ]);
  answer('POST /moves', ({ body }) => {
    sent.push(body);
    return { state: 'moved', cartId: '3'.repeat(24), difference: 0, refund: 4_900, kept: 0 };
  });
  const { dialog } = await openSeat();
  await userEvent.click(dialog.getByLabelText('Move to another class'));
  const choice = await dialog.findByLabelText('Find a class');
  expect(dialog.getByText('3 classes fit.')).toBeVisible();
  expect(dialog.getByRole('button', { name: /^Under way/ })).toBeVisible();

  const next = () => userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await next();
  expect(await dialog.findByText('Please choose one.')).toBeVisible();
  expect(choice).toHaveFocus();
  await chooseClass('Climbing');
  await next();
  expect(await dialog.findByText('Say why.')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Why?'), 'Too loud');
  await next();
  expect(await dialog.findByRole('heading', { name: 'This is what happens' })).toHaveFocus();
  expect(
    dialog.getByText(
      'Climbing costs $11 USD more than was paid. The family does not have to pay the difference.',
    ),
  ).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }));
  await chooseClass('Guitar');
  await next();
  expect(
    dialog.getByText(
      'Guitar costs $49 USD less than was paid. That is refunded the way it was paid.',
    ),
  ).toBeVisible();
  expect(dialog.getByText('Does not hold there, or only in part: Early bird.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Move the seat' }));

  await findDialog('Moved to Guitar, $49 USD will be refunded');
  expect(sent).toEqual([{ cartId: '3'.repeat(24), classId: guitar, price: 200, note: 'Too loud' }]);
});

test('the family is asked to pay the difference of a dearer class, and the admin reads what happens if not', async () => {
  const sent: unknown[] = [];
  const climbing = '2'.repeat(24);
  answer('GET /classChoices', [buildClassChoice({ _id: climbing, name: 'Climbing', price: 260 })]);
  answer('GET /moveQuotes/:cartId', [
    buildMoveQuote({ classId: climbing, pay: 1_100, whole: { pay: 1_100, refund: 0 } }),
  ]);
  answer('POST /moves', ({ body }) => {
    sent.push(body);
    return { state: 'pay', cartId: '4'.repeat(24), difference: 1_100, refund: 0, kept: 0 };
  });
  const { dialog } = await openSeat();
  await userEvent.click(dialog.getByLabelText('Move to another class'));
  await chooseClass('Climbing');
  await userEvent.click(dialog.getByLabelText('Ask the family to pay the difference of $11 USD'));
  await userEvent.type(dialog.getByLabelText('Why?'), 'They asked');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(dialog.getByText(/If they do not pay in time, nothing changes/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Ask the family to pay' }));
  await findDialog('The family is asked to pay. The seat moves to Climbing then');
  expect(sent).toMatchObject([{ classId: climbing, price: 260, note: 'They asked', charge: true }]);
});

test('a seat that is moving or disputed is not moved, and the reason is there', async () => {
  answer('GET /classChoices', [buildClassChoice({ _id: '1'.repeat(24), name: 'Guitar' })]);
  answer('GET /moveQuotes/:cartId', [buildMoveQuote({ classId: '1'.repeat(24) })]);
  answer('POST /moves', () => refuse('payment_disputed'));
  const { dialog } = await openSeat();
  await userEvent.click(dialog.getByLabelText('Move to another class'));
  await chooseClass('Guitar');
  await userEvent.type(dialog.getByLabelText('Why?'), 'Too loud');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Move the seat' }));

  expect(await dialog.findByText(/The bank is looking at this payment/)).toBeVisible();
});

// Rules: R648.
test('the office changes the days of a seat, and reads before what it means', async () => {
  const days = [30, 31, 32].map((count) => addDays(readToday(), count));
  const [first, second, third] = days as [string, string, string];
  const byDay = { prices: [50], atLeast: 2, left: [1, 0, 3] };
  const sold = { ...SAILING, days, camp_start: first, camp_end: third, price: 120, byDay };
  answer('GET /classChoices', [buildClassChoice({ ...sold, misfit: 'joined' })]);
  answer('GET /moveQuotes/:cartId', ({ query }) =>
    query.days === `${third}`
      ? [buildMoveQuote({ classId: SAILING._id, refund: 5_000, whole: { pay: 0, refund: 5_000 } })]
      : query.days
        ? [buildMoveQuote({ classId: SAILING._id, pay: 2_000, whole: { pay: 2_000, refund: 0 } })]
        : [],
  );
  const sent: unknown[] = [];
  answer('POST /moves', ({ body }) => {
    sent.push(body);
    return { state: 'pay', cartId: '4'.repeat(24), difference: 2_000, refund: 0, kept: 0 };
  });
  const { dialog } = await openSeat({ days: [second, third] }, [], buildClass(sold));
  await userEvent.click(await dialog.findByLabelText('Change the days'));
  const box = (day: string) =>
    dialog.getByLabelText(new RegExp(`^${nameDay(day, day.slice(0, 4))}`));
  await waitFor(() => expect(box(second)).toBeChecked());
  // Its own place is there for it.
  expect(box(second)).toBeEnabled();
  await userEvent.type(dialog.getByLabelText('Why?'), 'They asked');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(dialog.queryByRole('heading', { name: 'This is what happens' })).toBeNull();
  // Also a single day.
  await userEvent.click(box(second));
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(
    await dialog.findByText(
      'The new choice of days costs $50 USD less than was paid. That is refunded the way it was paid.',
    ),
  ).toBeVisible();
  const freed = /^Others can take the days that are given back/;
  expect(dialog.getByText(freed)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }));
  for (const day of [first, second]) await userEvent.click(box(day));
  await userEvent.click(
    await dialog.findByLabelText('Ask the family to pay the difference of $20 USD'),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(
    await dialog.findByText(/within 48 hours\. The added days are held for them until then\.$/),
  ).toBeVisible();
  expect(dialog.queryByText(freed)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Ask the family to pay' }));
  await findDialog('The family is asked to pay. The days change then');
  expect(sent).toEqual([
    { cartId: '3'.repeat(24), price: 120, days, note: 'They asked', charge: true },
  ]);
});
