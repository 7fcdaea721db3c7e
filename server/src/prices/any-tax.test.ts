import { moveLines, type TermedLine } from '@speakifyr/contract/moved-lines.ts';
import {
  addTax,
  DISCOUNTS,
  type Discount,
  type FamilySeat,
  priceSeat,
  removeTax,
  sumLines,
} from '@speakifyr/contract/prices.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { withTax } from '@speakifyr/contract/added-tax.ts';
import { shareTaxes, taxesIn, taxIn, withoutTax } from '@speakifyr/contract/tax.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

/** 0 to 50 percent, with up to three decimals. */
const anyRate = fc.integer({ min: 0, max: 50_000 }).map((thousandths) => thousandths / 1_000);
const anyCents = fc.integer({ min: 50, max: 500_000 });
const anyDiscount = fc
  .record({
    kind: fc.constantFrom(...DISCOUNTS),
    percent: fc.option(fc.integer({ min: 1, max: 100 })),
    cents: fc.integer({ min: 1, max: 30_000 }),
    stacks: fc.boolean(),
  })
  .map(({ kind, percent, cents, stacks }): Discount => ({
    ...{ id: `${kind} ${cents}`, kind, label: kind, percent, stacks, until: null, classIds: [] },
    amount: percent === null ? cents : null,
    from: kind === 'sibling' || kind === 'weeks' ? 2 : null,
  }));
const anyDiscounts = fc.uniqueArray(anyDiscount, { selector: ({ id }) => id, maxLength: 6 });
const anyCosts = fc.array(anyCents, { maxLength: 3 });
const anyStanding = fc.record({
  siblings: anyCosts,
  weeks: anyCosts,
  isReturning: fc.boolean(),
});
const anyAid = fc.array(
  fc.record({
    id: fc.uuid(),
    percent: fc.integer({ min: 1, max: 100 }),
    amount: fc.constant(null),
  }),
  { maxLength: 2 },
);
const withTaxes = ({ siblings, weeks, isReturning }: FamilySeat, rate: number): FamilySeat => ({
  siblings: siblings.map((cost) => withTax(cost, rate)),
  weeks: weeks.map((cost) => withTax(cost, rate)),
  isReturning,
});

// Rules: R629.
it('an added tax can be taken out again to the cent, at any rate', () => {
  fc.assert(
    fc.property(anyCents, anyRate, (net, percent) => {
      const gross = withTax(net, percent);
      expect(withoutTax(gross, percent)).toBe(net);
      expect(taxIn({ name: '', percent }, gross).amount).toBe(gross - net);
    }),
  );
});

it('discounts and aid lower the base: a price with tax is the one without it, and the tax of that', () => {
  fc.assert(
    fc.property(
      ...([anyCents, anyDiscounts, anyAid, anyStanding, anyRate] as const),
      (base, discounts, aid, standing, rate) => {
        const net = priceSeat({ base, discounts, aid }, standing);
        const lines = priceSeat({ base, discounts, aid }, withTaxes(standing, rate), rate);
        expect(sumLines(lines)).toBe(withTax(sumLines(net), rate));
        expect(lines.map(({ discountId }) => discountId)).toEqual(
          net.map(({ discountId }) => discountId),
        );
        if (rate === 0) expect(lines).toEqual(net);
      },
    ),
  );
});

it('lines lose their tax and get it again, so a seat that moves to a class of the same price costs the same', () => {
  fc.assert(
    fc.property(anyCents, anyDiscounts, anyRate, (base, discounts, rate) => {
      const standing = { siblings: [Infinity], weeks: [Infinity], isReturning: true };
      const lines = priceSeat({ base, discounts }, standing, rate);
      const net = removeTax(lines, rate);
      expect(net).toEqual(priceSeat({ base, discounts }, standing));
      const taken = net.slice(1).map((line): TermedLine => ({
        ...line,
        terms: line.terms ?? { classIds: [] },
      }));
      const place = { classId: 'a', isOtherClass: true, child: null, today: '2027-04-01' };
      const moved = moveLines(taken, { ...place, base, before: standing, after: standing });
      expect(addTax(moved.lines, rate)).toEqual(lines);
    }),
  );
});

/** Cuts an amount into parts that add up to it. */
const cut = (amount: number, weights: number[]): number[] => {
  let rest = amount;
  const parts = weights.map((weight) => {
    const part = Math.min(rest, Math.floor((amount * weight) / 100));
    rest -= part;
    return part;
  });
  return [...parts, rest].filter((part) => part > 0);
};
const anyCut = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 5 });

it('on every paper of any seat, paid in any parts and refunded in any, net and tax are what it says', () => {
  fc.assert(
    fc.property(
      ...([anyCents, fc.array(anyCents, { maxLength: 3 }), anyRate, anyRate] as const),
      ...([fc.boolean(), anyCut, anyCut] as const),
      (ofClass, prices, classes, extras, isAdded, inParts, backInParts) => {
        const add = (net: number, rate: number) => (isAdded ? withTax(net, rate) : net);
        const parts = {
          ofClass: add(ofClass, classes),
          ofExtras: prices.map((one) => add(one, extras)),
        };
        const price = parts.ofClass + sumAmounts(parts.ofExtras.map((amount) => ({ amount })));
        const rates = { name: 'Tax', classes, extras };
        const whole = taxesIn(rates, price, parts);
        // What was added is what can be read of it again.
        if (isAdded)
          expect(price - sumAmounts(whole)).toBe(
            ofClass + sumAmounts(prices.map((amount) => ({ amount }))),
          );
        const receipts = cut(price, inParts).map((amount) => ({
          amount,
          taxes: taxesIn(rates, amount, parts),
        }));
        const notes = receipts.flatMap((receipt) =>
          cut(receipt.amount, backInParts).map((amount) => ({
            amount,
            taxes: shareTaxes(receipt, amount),
          })),
        );
        for (const { amount, taxes } of [...receipts, ...notes]) {
          const taxed = taxes.reduce((sum, { of }) => sum + of, 0);
          if (classes > 0 && extras > 0) expect(taxed).toBe(amount);
          expect(taxed).toBeLessThanOrEqual(amount);
          for (const tax of taxes) {
            expect(Number.isInteger(tax.amount)).toBe(true);
            // Each extra is rounded by itself.
            const { amount: atOnce } = taxIn(tax, tax.of);
            expect(Math.abs(tax.amount - atOnce)).toBeLessThanOrEqual(1 + prices.length);
          }
        }
        expect(sumAmounts(receipts)).toBe(price);
        expect(sumAmounts(notes)).toBe(price);
        for (const receipt of receipts)
          expect(shareTaxes(receipt, -receipt.amount)).toEqual(
            receipt.taxes.map(({ amount, of, ...rate }) => ({
              ...rate,
              amount: 0 - amount,
              of: -of,
            })),
          );
      },
    ),
  );
});
