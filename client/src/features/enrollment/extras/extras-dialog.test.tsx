import type { SeatExtras } from '@speakifyr/contract/extras.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { ExtrasDialog } from './extras-dialog.tsx';

const CART_ID = '1'.repeat(24);
const LUNCH = {
  ...{ id: 'a'.repeat(24), label: 'Lunch', per: 'day' as const, days: 5, amount: 4_000 },
  ...{ options: [], isRefundable: true, left: 2, price: 800 },
  on: ['05', '06', '07', '08', '09'].map((day) => ({ day: `2027-07-${day}`, left: 2 })),
};
const SHIRT = {
  ...{ id: 'b'.repeat(24), label: 'T-shirt', per: 'once' as const, days: null, amount: 1_500 },
  ...{ options: ['S', 'M'], isRefundable: false, left: null, price: 1_500 },
};
const CARE = {
  ...{ ...LUNCH, id: 'c'.repeat(24), label: 'Late care', left: 0, until: '17:30' },
  on: LUNCH.on.map(({ day }) => ({ day, left: 0 })),
};

function renderDialog(extras: Partial<SeatExtras> = {}) {
  const sent: unknown[] = [];
  const saved: number[] = [];
  answer('GET /seatExtras/:cartId', {
    ...{ state: 'held', offered: [LUNCH, SHIRT, CARE], chosen: [] },
    ...extras,
  });
  answer('PUT /seatExtras/:cartId', ({ body }) => {
    sent.push(body);
    return { status: true };
  });
  renderApp(
    <ExtrasDialog
      cartId={CART_ID}
      name="Sailing for Mia"
      onClose={() => undefined}
      onSaved={(toPay) => saved.push(toPay)}
    />,
    { user: student },
  );
  return { sent, saved };
}

const tick = async (name: RegExp) => userEvent.click(await screen.findByRole('checkbox', { name }));
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

// Rules: R442.
test('a parent chooses lunch and a T-shirt, which needs a size', async () => {
  const { sent, saved } = renderDialog();
  await tick(/^Lunch \$40/);
  await tick(/^T-shirt \$15/);
  expect(screen.getByRole('status')).toHaveTextContent('Extras together$55');
  expect(screen.getByText(/^5 days × \$8\./)).toBeVisible();
  expect(screen.getByText(/Not refunded if the seat is canceled/)).toBeVisible();
  await press('Save');
  expect(screen.getByText('Please choose one')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.selectOptions(screen.getByLabelText('Which one? (T-shirt)'), 'M');
  await press('Save');
  expect(sent).toEqual([
    {
      extras: [
        { id: LUNCH.id, option: null, amount: 4_000 },
        { id: SHIRT.id, option: 'M', amount: 1_500 },
      ],
    },
  ]);
  await waitFor(() => expect(saved).toEqual([0]));
});

test('what is sold out can’t be ticked, and what is gone or has another price by now is kept', async () => {
  const { on: _on, ...old } = { ...LUNCH, amount: 3_000, option: null, isPaid: false };
  const gone = { ...old, id: 'd'.repeat(24), label: 'Early care', amount: 2_000 };
  const { sent } = renderDialog({ chosen: [old, gone] });
  expect(await screen.findByRole('checkbox', { name: /^Late care until 5:30 PM/ })).toBeDisabled();
  expect(screen.getByText(/^Sold out for this class/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /^Lunch \$30/ })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: /^Early care \$20/ })).toBeChecked();
  await press('Save');
  expect(sent).toMatchObject([{ extras: [{ amount: 3_000 }, { amount: 2_000 }] }]);
});

test('of an enrolled seat, what is paid stays, and what comes on top is paid next', async () => {
  const { on: _on, ...paid } = { ...LUNCH, option: null, isPaid: true };
  const { sent, saved } = renderDialog({ state: 'enrolled', offered: [SHIRT], chosen: [paid] });
  expect(await screen.findByRole('checkbox', { name: /^Lunch/ })).toBeDisabled();
  await tick(/^T-shirt/);
  await userEvent.selectOptions(screen.getByLabelText('Which one? (T-shirt)'), 'S');
  await press(/^Save and pay \$15/);
  expect(sent).toMatchObject([{ extras: [{ id: LUNCH.id }, { id: SHIRT.id, option: 'S' }] }]);
  await waitFor(() => expect(saved).toEqual([1_500]));
});

test('a refusal is shown, with what is there by now', async () => {
  renderDialog();
  answer('PUT /seatExtras/:cartId', () =>
    refuse('extra_sold_out', { message: 'Lunch has just sold out for this class.' }),
  );
  await tick(/^Lunch/);
  answer('GET /seatExtras/:cartId', {
    ...{ state: 'held', offered: [{ ...CARE, id: LUNCH.id }, SHIRT], chosen: [] },
  });
  await press('Save');
  expect(await screen.findByText('Lunch has just sold out for this class.')).toBeVisible();
  expect(await screen.findByText(/^Sold out for this class/)).toBeVisible();
});

const box = (name: string | RegExp) => screen.getByRole('checkbox', { name });

// Rules: R651.
test('lunch is for the days that are ticked; a day that is sold out can’t be', async () => {
  const on = LUNCH.on.map((one, place) => ({ ...one, left: [2, 0, null, 9, 9][place] ?? null }));
  const { sent } = renderDialog({ offered: [{ ...LUNCH, left: 0, on }] });
  await tick(/^Lunch \$32/);
  expect(screen.getByText(/^4 days × \$8\./)).toBeVisible();
  expect(box('Tue 6 sold out')).toBeDisabled();
  expect(box('Mon 5 2 left')).toBeChecked();
  for (const day of ['Mon 5 2 left', 'Wed 7', 'Thu 8', 'Fri 9']) await userEvent.click(box(day));
  await press('Save');
  expect(screen.getByText('Please choose a day')).toBeVisible();
  await userEvent.click(box('Fri 9'));
  await userEvent.click(box('Wed 7'));
  expect(screen.getByText(/^2 days × \$8\./)).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Extras together$16');
  await press('Save');
  const days = ['2027-07-07', '2027-07-09'];
  expect(sent).toEqual([{ extras: [{ id: LUNCH.id, option: null, on: days, amount: 1_600 }] }]);
});

test('what is paid for some days stays, and further days are paid next', async () => {
  const [mon, ...others] = LUNCH.on;
  const paid = { ...LUNCH, on: [mon!.day], option: null, amount: 800, isPaid: true };
  const { sent, saved } = renderDialog({
    ...{ state: 'enrolled', chosen: [paid] },
    offered: [{ ...LUNCH, days: 4, amount: 3_200, on: others }],
  });
  await tick(/^Lunch, more days \$32/);
  expect(screen.getByText('Paid: Mon.')).toBeVisible();
  await userEvent.click(box(/^Tue 6/));
  await press(/^Save and pay \$24/);
  expect(sent).toEqual([
    {
      extras: [
        { id: LUNCH.id, option: null, on: [mon!.day], amount: 800 },
        {
          id: LUNCH.id,
          option: null,
          on: ['07', '08', '09'].map((one) => `2027-07-${one}`),
          amount: 2_400,
        },
      ],
    },
  ]);
  await waitFor(() => expect(saved).toEqual([2_400]));
});

test('the days that were chosen are ticked, and kept at their price until they change', async () => {
  const old = { ...LUNCH, on: ['2027-07-05', '2027-07-07'], option: null, amount: 1_000 };
  const { sent } = renderDialog({ offered: [LUNCH], chosen: [{ ...old, isPaid: false }] });
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Wed 7/ }));
  expect(screen.getByRole('status')).toHaveTextContent('Extras together$8');
  await userEvent.click(box(/^Wed 7/));
  await press('Save');
  await userEvent.click(box(/^Wed 7/));
  await press('Save');
  const wish = { id: LUNCH.id, option: null, on: old.on, amount: 1_000 };
  expect(sent).toEqual([
    { extras: [wish] },
    { extras: [{ ...wish, on: ['2027-07-05'], amount: 800 }] },
  ]);
});
