import {
  DISCOUNTS,
  findRules,
  type FamilySeat,
  NEW_FAMILY,
  type PriceRule,
  priceSeat,
  repriceLines,
  sumLines,
} from '@speakifyr/contract/prices.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const makeRule = (rule: Partial<PriceRule> = {}): PriceRule => ({
  ...{ id: 'a', kind: 'early', label: 'Early bird', percent: 10, amount: null },
  ...{ until: '2027-05-01', from: null, classIds: [], stacks: false },
  ...rule,
});
const SIBLING = makeRule({
  ...{ id: 'b', kind: 'sibling', label: 'Siblings', until: null },
  from: 2,
});
const SECOND_CHILD: FamilySeat = { ...NEW_FAMILY, child: 2 };

const price = (base: number, rules: PriceRule[], seat = NEW_FAMILY) =>
  sumLines(priceSeat({ base, rules }, seat));

const anyRule = fc
  .record({
    id: fc.uuid(),
    kind: fc.constantFrom(...DISCOUNTS),
    value: fc.integer({ min: 1, max: 100 }),
    isPercent: fc.boolean(),
    amount: fc.integer({ min: 1, max: 30_000 }),
    from: fc.integer({ min: 2, max: 4 }),
    stacks: fc.boolean(),
  })
  .map(({ value, isPercent, amount, from, kind, ...rule }) =>
    makeRule({
      ...{ ...rule, kind, label: kind },
      ...(isPercent ? { percent: value } : { percent: null, amount }),
      ...(kind === 'sibling' || kind === 'weeks' ? { from } : {}),
    }),
  );
const anySeat = fc.record({
  child: fc.integer({ min: 1, max: 4 }),
  classOfChild: fc.integer({ min: 1, max: 4 }),
  isReturning: fc.boolean(),
});
const anyPrice = fc.integer({ min: 50, max: 50_000 });
const anyRules = fc.uniqueArray(anyRule, { selector: ({ id }) => id, maxLength: 8 });

describe('any price with any discounts', () => {
  it('is at least what a card can pay, and never more than the full price', () => {
    fc.assert(
      fc.property(anyPrice, anyRules, anySeat, (base, rules, seat) => {
        const cents = price(base, rules, seat);
        expect(Number.isInteger(cents)).toBe(true);
        expect(cents).toBeGreaterThanOrEqual(50);
        expect(cents).toBeLessThanOrEqual(base);
      }),
    );
  });

  it('does not depend on the order of the discounts', () => {
    fc.assert(
      fc.property(
        anyPrice,
        anyRules.chain((rules) =>
          fc.tuple(
            fc.constant(rules),
            fc.shuffledSubarray(rules, { minLength: rules.length, maxLength: rules.length }),
          ),
        ),
        anySeat,
        (base, [rules, shuffled], seat) => {
          expect(priceSeat({ base, rules: shuffled }, seat)).toEqual(
            priceSeat({ base, rules }, seat),
          );
        },
      ),
    );
  });

  it('is never higher because of another discount', () => {
    fc.assert(
      fc.property(anyPrice, anyRules, anyRule, anySeat, (base, rules, more, seat) => {
        expect(price(base, [...rules, more], seat)).toBeLessThanOrEqual(price(base, rules, seat));
      }),
    );
  });

  it('has at most one line of each kind, and keeps its lines if it moves to a class with the same price', () => {
    fc.assert(
      fc.property(anyPrice, anyRules, anySeat, (base, rules, seat) => {
        const lines = priceSeat({ base, rules }, seat);
        const kinds = lines.map(({ kind }) => kind);
        expect(new Set(kinds).size).toBe(kinds.length);
        expect(repriceLines(lines, base)).toEqual(lines);
      }),
    );
  });
});

describe('what a seat costs', () => {
  it('is the full price without discounts', () => {
    expect(priceSeat({ base: 10_000, rules: [] }, NEW_FAMILY)).toEqual([
      { kind: 'base', label: 'Full price', amount: 10_000, percent: null, ruleId: null },
    ]);
  });

  it('counts siblings, classes of a child and families who come back from the first time that they are meant', () => {
    const weeks = makeRule({ ...{ id: 'c', kind: 'weeks', until: null }, from: 3 });
    const returning = makeRule({ ...{ id: 'd', kind: 'returning', until: null } });
    expect(price(10_000, [SIBLING])).toBe(10_000);
    expect(price(10_000, [SIBLING], SECOND_CHILD)).toBe(9_000);
    expect(price(10_000, [weeks], { ...NEW_FAMILY, classOfChild: 2 })).toBe(10_000);
    expect(price(10_000, [weeks], { ...NEW_FAMILY, classOfChild: 3 })).toBe(9_000);
    expect(price(10_000, [returning])).toBe(10_000);
    expect(price(10_000, [returning], { ...NEW_FAMILY, isReturning: true })).toBe(9_000);
  });

  it('adds up only discounts that stack, and takes the one that is best for the parent', () => {
    const early = makeRule({ stacks: true });
    const sibling = { ...SIBLING, stacks: true };
    expect(price(10_000, [early, sibling], SECOND_CHILD)).toBe(8_000);
    expect(price(10_000, [early, SIBLING], SECOND_CHILD)).toBe(9_000);
    const large = { ...SIBLING, percent: 30 };
    expect(price(10_000, [early, sibling, large], SECOND_CHILD)).toBe(7_000);
  });

  it('takes the better one of two discounts of the same kind', () => {
    const rules = [makeRule({ stacks: true }), makeRule({ id: 'z', percent: 20, stacks: true })];
    expect(price(10_000, rules)).toBe(8_000);
  });

  it('leaves what a card can pay', () => {
    expect(price(10_000, [makeRule({ percent: 100 })])).toBe(50);
    expect(price(10_000, [makeRule({ percent: null, amount: 9_990 })])).toBe(50);
  });

  it('gives half a cent to the parent', () => {
    expect(price(8_995, [makeRule({ percent: 50 })])).toBe(4_497);
  });
});

it('an early price holds through its last day, and a discount for some classes only for them', () => {
  const rule = makeRule({ classIds: ['sailing'] });
  expect(findRules([rule], 'sailing', '2027-05-01')).toEqual([rule]);
  expect(findRules([rule], 'sailing', '2027-05-02')).toEqual([]);
  expect(findRules([rule], 'music', '2027-05-01')).toEqual([]);
});

it('in a dearer class, a percentage grows and an amount stays', () => {
  const rules = [
    makeRule({ stacks: true }),
    { ...SIBLING, stacks: true, percent: null, amount: 500 },
  ];
  const lines = priceSeat({ base: 10_000, rules }, SECOND_CHILD);
  expect(repriceLines(lines, 20_000).map(({ amount }) => amount)).toEqual([20_000, -2_000, -500]);
});
