import type { SeatExtras } from '@speakifyr/contract/extras.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { ExtrasDialog } from './extras-dialog.tsx';

const CART_ID = '1'.repeat(24);
const LUNCH = {
  ...{ id: 'a'.repeat(24), label: 'Lunch', per: 'day' as const, days: 5, amount: 4_000 },
  ...{ options: [], isRefundable: true, left: 2 },
};
const SHIRT = {
  ...{ id: 'b'.repeat(24), label: 'T-shirt', per: 'once' as const, days: null, amount: 1_500 },
  ...{ options: ['S', 'M'], isRefundable: false, left: null },
};
const CARE = { ...LUNCH, id: 'c'.repeat(24), label: 'Late care', left: 0 };

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
  expect(screen.getByText(/^5 days × \$8\. Only 2 left\./)).toBeVisible();
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
  expect(saved).toEqual([0]);
});

test('what is sold out can’t be ticked, and what is gone or has another price by now is kept', async () => {
  const old = { ...LUNCH, amount: 3_000, option: null, isPaid: false };
  const gone = { ...old, id: 'd'.repeat(24), label: 'Early care', amount: 2_000 };
  const { sent } = renderDialog({ chosen: [old, gone] });
  expect(await screen.findByRole('checkbox', { name: /^Late care/ })).toBeDisabled();
  expect(screen.getByText(/^Sold out for this class/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /^Lunch \$30/ })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: /^Early care \$20/ })).toBeChecked();
  await press('Save');
  expect(sent).toMatchObject([{ extras: [{ amount: 3_000 }, { amount: 2_000 }] }]);
});

test('of an enrolled seat, what is paid stays, and what comes on top is paid next', async () => {
  const paid = { ...LUNCH, option: null, isPaid: true };
  const { sent, saved } = renderDialog({ state: 'enrolled', chosen: [paid] });
  expect(await screen.findByRole('checkbox', { name: /^Lunch/ })).toBeDisabled();
  await tick(/^T-shirt/);
  await userEvent.selectOptions(screen.getByLabelText('Which one? (T-shirt)'), 'S');
  await press(/^Save and pay \$15/);
  expect(sent).toMatchObject([{ extras: [{ id: LUNCH.id }, { id: SHIRT.id, option: 'S' }] }]);
  expect(saved).toEqual([1_500]);
});

test('a refusal is shown, with what is there by now', async () => {
  renderDialog();
  answer('PUT /seatExtras/:cartId', () =>
    refuse('extra_sold_out', { message: 'Lunch has just sold out for this class.' }),
  );
  await tick(/^Lunch/);
  answer('GET /seatExtras/:cartId', {
    ...{ state: 'held', offered: [{ ...LUNCH, left: 0 }, SHIRT], chosen: [] },
  });
  await press('Save');
  expect(await screen.findByText('Lunch has just sold out for this class.')).toBeVisible();
  expect(await screen.findByText(/^Sold out for this class/)).toBeVisible();
});
