import type { ShownDiscount } from '@speakifyr/contract/discounts.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PriceLines } from '../../ui/price-lines.tsx';
import { buildClass } from '../../testing/factories.ts';
import { renderApp } from '../../testing/render.tsx';
import { ClassCard } from './class-card.tsx';
import { DiscountList } from './discount-list.tsx';

const EARLY = { label: 'Early bird', price: 90, until: '2027-05-01', then: 100 };
const makeDiscount = (changes: Partial<ShownDiscount>): ShownDiscount => ({
  ...{ kind: 'sibling', label: 'Siblings', percent: 10, amount: null, until: null, from: 2 },
  ...changes,
});

// Rules: R432, R526.
test('a card shows today’s price, how long it holds, and what it is then', () => {
  const { container } = renderApp(
    <ClassCard campClass={buildClass({ price: 100, early: EARLY })} action={null} />,
  );
  expect(container).toHaveTextContent('Price $90 instead of $100');
  expect(container.querySelector('s')).toBeVisible();
  expect(container).toHaveTextContent('Early bird through Sat 1 May 2027, then $100');
});

test('a card says for how many more seats a price holds', () => {
  const early = { label: 'First birds', price: 90, until: null, seats: 2, then: 100 };
  const { container } = renderApp(
    <ClassCard campClass={buildClass({ price: 100, early })} action={null} />,
  );
  expect(container).toHaveTextContent('First birds for the next 2 seats, then $100');
});

test('a card without an early price shows the full one', () => {
  const { container } = renderApp(
    <ClassCard campClass={buildClass({ price: 100 })} action={null} />,
  );
  expect(container).toHaveTextContent('Price $100');
  expect(container).not.toHaveTextContent('instead');
  expect(container).not.toHaveTextContent('through');
});

test('a class names what may make it cheaper, besides the early price that it shows anyway', () => {
  renderApp(
    <DiscountList
      discounts={[
        makeDiscount({ kind: 'early', until: '2027-05-01', from: null }),
        makeDiscount({}),
        makeDiscount({ kind: 'weeks', label: 'Two weeks', percent: null, amount: 500 }),
        makeDiscount({ kind: 'returning', label: 'Welcome back', from: null }),
      ]}
    />,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Siblings: 10% off from the second child on',
    'Two weeks: $5 off from a child’s second class on',
    'Welcome back: 10% off for families who were here before',
  ]);
});

test('the lines of a price say what was taken off the full one', () => {
  const { container } = renderApp(
    <PriceLines
      lines={[
        { kind: 'base', label: 'Full price', amount: 10_000, percent: null, discountId: null },
        { kind: 'early', label: 'Early bird', amount: -1_050, percent: null, discountId: 'a' },
      ]}
    />,
  );
  expect(container).toHaveTextContent('Full price $100Early bird −$10.50');
});
