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
import {
  leaveTaxes,
  negateTax,
  payTaxes,
  returnTaxes,
  shareTaxes,
  type Sold,
  sumTaxes,
  taxesIn,
  taxIn,
  withoutTax,
  withTax,
} from '@speakifyr/contract/tax.ts';
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

// Rules: R638.
it('all papers of any seat come to what its lines say, for each rate, whatever each is about', () => {
  fc.assert(
    fc.property(
      ...([
        anyCents,
        fc.array(anyCents, { maxLength: 3 }),
        fc.array(anyCents, { maxLength: 2 }),
      ] as const),
      ...([anyRate, anyRate, anyRate, fc.boolean()] as const),
      ...([anyCut, anyCut, fc.integer({ min: 0, max: 20_000 })] as const),
      (net, withSeat, added, classes, extras, fees, isAdded, inParts, backInParts, kept) => {
        const add = (cents: number, rate: number) => (isAdded ? withTax(cents, rate) : cents);
        const sum = (all: number[]) => all.reduce((total, one) => total + one, 0);
        const ofClass = add(net, classes);
        const bought = withSeat.map((one) => add(one, extras));
        const later = added.map((one) => add(one, extras));
        const base = ofClass + sum(bought);
        const price = base + sum(later);
        const rates = { name: 'Tax', classes, extras };
        const whole = {
          amount: price,
          taxes: taxesIn(rates, price, { ofClass, ofExtras: [...bought, ...later] }),
        };
        if (isAdded) expect(price - sumAmounts(whole.taxes)).toBe(net + sum(withSeat) + sum(added));

        // The price in parts, and then what was added later.
        const receipts: Sold[] = [];
        const parts = [
          ...cut(base, inParts).map((amount) => ({
            amount,
            ofExtras: Math.round((amount * sum(bought)) / base),
          })),
          ...later.map((amount) => ({ amount, ofExtras: amount })),
        ];
        for (const { amount, ofExtras } of parts) {
          const first = { percent: extras, amount: ofExtras };
          receipts.push({ amount, taxes: payTaxes(whole, receipts, { amount, first }) });
        }
        expect(receipts.map(({ amount }) => amount).reduce((all, one) => all + one, 0)).toBe(price);
        expect(leaveTaxes(whole, receipts)).toEqual({ amount: 0, taxes: [] });
        // Somebody adds a shirt and pays for it: nothing of that has the rate of the class.
        const ofLater = receipts.slice(-1)[0]?.taxes.find(({ percent }) => percent === classes);
        if (later.length > 0 && classes !== extras) expect(ofLater?.of ?? 0).toBeLessThanOrEqual(2);

        for (const receipt of receipts) {
          expectPaper(receipt, classes > 0 && extras > 0);
          // Goes back in pieces, the first of them for extras, the last of them less a fee.
          const notes: Sold[] = [];
          const pieces = cut(receipt.amount, backInParts);
          pieces.forEach((piece, place) => {
            const left = leaveTaxes(receipt, notes);
            const isLast = place === pieces.length - 1;
            const amount = isLast ? Math.max(0, piece - kept) : piece;
            const fee = { name: 'Tax', percent: fees, amount: piece - amount };
            const first = place === 0 ? { percent: extras, amount } : undefined;
            const part = { amount, first, ...(isLast && { fee }) };
            const note = { amount, taxes: returnTaxes(receipt, left, part) };
            notes.push(note);
            if (!isLast) expectPaper(note, classes > 0 && extras > 0);
            const rest = leaveTaxes(receipt, notes);
            for (const tax of rest.taxes) {
              expect(tax.amount).toBeGreaterThanOrEqual(0);
              expect(tax.of).toBeGreaterThanOrEqual(0);
            }
            if (!isLast) return;
            // All that is left is the fee, with its own tax.
            expect(rest.amount).toBe(fee.amount);
            expect(rest.taxes).toEqual(sumTaxes([taxIn(fee, fee.amount)]));
          });
          // The school gives the fee back, too.
          const left = leaveTaxes(receipt, notes);
          notes.push({
            amount: left.amount,
            taxes: returnTaxes(receipt, left, { amount: left.amount }),
          });
          expect(leaveTaxes(receipt, notes)).toEqual({ amount: 0, taxes: [] });
          // A bank that pays the school again takes a note back.
          expect(shareTaxes(receipt, -receipt.amount)).toEqual(receipt.taxes.map(negateTax));
        }
      },
    ),
  );
});

/** Its net and its tax are what it says, in whole cents. */
function expectPaper({ amount, taxes }: Sold, isAllTaxed: boolean) {
  const taxed = taxes.reduce((sum, { of }) => sum + of, 0);
  if (isAllTaxed) expect(taxed).toBe(amount);
  expect(taxed).toBeLessThanOrEqual(amount);
  for (const tax of taxes) {
    expect(Number.isInteger(tax.amount) && Number.isInteger(tax.of)).toBe(true);
    expect(tax.amount).toBeLessThanOrEqual(tax.of);
    // Each extra is rounded by itself, and each part.
    expect(Math.abs(tax.amount - taxIn(tax, tax.of).amount)).toBeLessThanOrEqual(8);
  }
}
