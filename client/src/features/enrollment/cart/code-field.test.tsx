import type { CartItem } from '@speakifyr/contract/cart.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildCartItem } from '../../../testing/factories.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { SelectedCourses } from './cart.tsx';

const PLAIN = buildCartItem({ email: student.email, price: 100 });
const WITH_CODE: CartItem = {
  ...PLAIN,
  price: 50,
  lines: [
    { kind: 'base', label: 'Full price', amount: 10_000, percent: null, discountId: null },
    { kind: 'code', label: 'Summer code', amount: -5_000, percent: 50, discountId: 'a' },
  ],
};

function renderCart() {
  let cart = [PLAIN];
  answer('GET /myclass', () => cart);
  renderApp(<SelectedCourses email={student.email} />, { user: student });
  return (now: CartItem[]) => {
    cart = now;
  };
}

test('a family types a code, reads what it takes off, and takes it out again', async () => {
  const change = renderCart();
  const person = userEvent.setup();
  const sent: unknown[] = [];
  answer('POST /cartCode', ({ body }) => {
    sent.push(body);
    change([WITH_CODE]);
    return { status: true, seats: 1 };
  });
  await person.type(await screen.findByLabelText('Have a code?'), 'summer{Enter}');

  expect(await screen.findByText('“Summer code” applies to 1 seat.')).toBeVisible();
  expect(sent).toEqual([{ code: 'summer' }]);
  expect(screen.getByRole('row', { name: /Full price \$100/ })).toHaveTextContent(
    'Summer code −$50',
  );

  answer('DELETE /cartCode', () => {
    change([PLAIN]);
    return { status: true };
  });
  await person.click(screen.getByRole('button', { name: 'Remove the code' }));
  expect(await screen.findByLabelText('Have a code?')).toHaveValue('');
});

test('a code that can’t be used says why, and what was typed stays', async () => {
  renderCart();
  const person = userEvent.setup();
  answer('POST /cartCode', () => refuse('code_refused', { message: 'This code is used up.' }));
  await person.type(await screen.findByLabelText('Have a code?'), 'SUMMER');
  await person.click(screen.getByRole('button', { name: 'Apply' }));

  expect(await screen.findByText('This code is used up.')).toBeVisible();
  expect(screen.getByLabelText('Have a code?')).toHaveValue('SUMMER');
});
