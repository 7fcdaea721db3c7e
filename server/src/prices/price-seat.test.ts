import {
  type Aid,
  DISCOUNTS,
  findDiscounts,
  type FamilySeat,
  NEW_FAMILY,
  type PriceLine,
  type Discount,
  priceSeat,
  sumLines,
} from '@speakifyr/contract/prices.ts';
import { type LineGoal, moveLines, type TermedLine } from '@speakifyr/contract/moved-lines.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const makeDiscount = (discount: Partial<Discount> = {}): Discount => ({
  ...{ id: 'a', kind: 'early', label: 'Early bird', percent: 10, amount: null },
  ...{ until: '2027-05-01', from: null, classIds: [], stacks: false },
  ...discount,
});
const SIBLING = makeDiscount({
  ...{ id: 'b', kind: 'sibling', label: 'Siblings', until: null },
  from: 2,
});
/** The other seats of the family are dear enough. */
const standAt = (child: number, classOfChild: number, isReturning = false): FamilySeat => ({
  siblings: Array.from({ length: child - 1 }, () => Infinity),
  weeks: Array.from({ length: classOfChild - 1 }, () => Infinity),
  isReturning,
});
const SECOND_CHILD = standAt(2, 1);

/** A move within or between classes for which everything holds. */
const goalAt = (base: number, seat: FamilySeat, goal: Partial<LineGoal> = {}): LineGoal => ({
  ...{ classId: 'music', isOtherClass: true, child: null, base, today: '2027-04-01' },
  ...{ before: seat, after: seat, ...goal },
});
const taken = (lines: PriceLine[]): TermedLine[] =>
  lines.slice(1).map((line) => ({ ...line, terms: line.terms ?? { classIds: [] } }));
const moveTo = (
  base: number,
  lines: PriceLine[],
  goal: Partial<LineGoal> = {},
  seat = NEW_FAMILY,
) => moveLines(taken(lines), goalAt(base, seat, goal)).lines.map(({ amount }) => amount);

const price = (base: number, discounts: Discount[], seat = NEW_FAMILY, aid: Aid[] = []) =>
  sumLines(priceSeat({ base, discounts, aid }, seat));

const anyDiscount = fc
  .record({
    id: fc.uuid(),
    kind: fc.constantFrom(...DISCOUNTS),
    value: fc.integer({ min: 1, max: 100 }),
    isPercent: fc.boolean(),
    amount: fc.integer({ min: 1, max: 30_000 }),
    from: fc.integer({ min: 2, max: 4 }),
    stacks: fc.boolean(),
  })
  .map(({ value, isPercent, amount, from, kind, ...discount }) =>
    makeDiscount({
      ...{ ...discount, kind, label: kind },
      ...(isPercent ? { percent: value } : { percent: null, amount }),
      ...(kind === 'sibling' || kind === 'weeks' ? { from } : {}),
    }),
  );
const anyCosts = fc.array(fc.integer({ min: 50, max: 50_000 }), { maxLength: 3 });
const anySeat = fc.record({ siblings: anyCosts, weeks: anyCosts, isReturning: fc.boolean() });
const anyAid = fc.array(
  fc
    .record({
      id: fc.uuid(),
      isPercent: fc.boolean(),
      percent: fc.integer({ min: 1, max: 100 }),
      amount: fc.integer({ min: 1, max: 30_000 }),
    })
    .map(({ id, isPercent, percent, amount }): Aid => ({
      ...{ id, percent: isPercent ? percent : null, amount: isPercent ? null : amount },
    })),
  { maxLength: 3 },
);
const anyPrice = fc.integer({ min: 50, max: 50_000 });
const anyDiscounts = fc.uniqueArray(anyDiscount, { selector: ({ id }) => id, maxLength: 8 });

// Rules: R430, R454, R471.
describe('any price with any discounts', () => {
  it('is at least what a card can pay, and never more than the full price', () => {
    fc.assert(
      fc.property(anyPrice, anyDiscounts, anySeat, anyAid, (base, discounts, seat, aid) => {
        const cents = price(base, discounts, seat, aid);
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
        anyDiscounts.chain((discounts) =>
          fc.tuple(
            fc.constant(discounts),
            fc.shuffledSubarray(discounts, {
              minLength: discounts.length,
              maxLength: discounts.length,
            }),
          ),
        ),
        anySeat,
        (base, [discounts, shuffled], seat) => {
          expect(priceSeat({ base, discounts: shuffled }, seat)).toEqual(
            priceSeat({ base, discounts }, seat),
          );
        },
      ),
    );
  });

  it('is never higher because of another discount', () => {
    fc.assert(
      fc.property(anyPrice, anyDiscounts, anyDiscount, anySeat, (base, discounts, more, seat) => {
        expect(price(base, [...discounts, more], seat)).toBeLessThanOrEqual(
          price(base, discounts, seat),
        );
      }),
    );
  });

  it('has the same other lines with aid, which takes the best award off what they leave', () => {
    fc.assert(
      fc.property(anyPrice, anyDiscounts, anySeat, anyAid, (base, discounts, seat, aid) => {
        const without = priceSeat({ base, discounts }, seat);
        const lines = priceSeat({ base, discounts, aid }, seat);
        expect(lines.slice(0, without.length)).toEqual(without);
        const left = sumLines(without);
        const worths = aid.map(({ percent, amount }) =>
          percent === null ? (amount ?? 0) : Math.round((left * percent) / 100),
        );
        expect(left - sumLines(lines)).toBe(Math.min(Math.max(0, ...worths), left - 50));
      }),
    );
  });

  it('has at most one line of each kind, and keeps its lines if it moves to a class with the same price', () => {
    fc.assert(
      fc.property(anyPrice, anyDiscounts, anySeat, anyAid, (base, discounts, seat, aid) => {
        const lines = priceSeat({ base, discounts, aid }, seat);
        const kinds = lines.map(({ kind }) => kind);
        expect(new Set(kinds).size).toBe(kinds.length);
        const { dropped, lines: moved } = moveLines(taken(lines), goalAt(base, seat));
        expect({ dropped, amounts: moved.map(({ amount }) => amount) }).toEqual({
          dropped: expect.any(Array) as unknown,
          amounts: lines.map(({ amount }) => amount),
        });
      }),
    );
  });
});

describe('what a seat costs', () => {
  it('has aid last: a part of what the discounts leave, also in a class that costs more', () => {
    const aid = [{ id: 'r', percent: 50, amount: null }];
    const lines = priceSeat({ base: 10_000, discounts: [makeDiscount()], aid }, NEW_FAMILY);
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['base', 10_000],
      ['early', -1_000],
      ['aid', -4_500],
    ]);
    expect(moveTo(20_000, lines)).toEqual([20_000, -2_000, -9_000]);
  });

  it('is the full price without discounts', () => {
    expect(priceSeat({ base: 10_000, discounts: [] }, NEW_FAMILY)).toEqual([
      { kind: 'base', label: 'Full price', amount: 10_000, percent: null, discountId: null },
    ]);
  });

  it('counts siblings, classes of a child and families who come back from the first time that they are meant', () => {
    const weeks = makeDiscount({ ...{ id: 'c', kind: 'weeks', until: null }, from: 3 });
    const returning = makeDiscount({ ...{ id: 'd', kind: 'returning', until: null } });
    expect(price(10_000, [SIBLING])).toBe(10_000);
    expect(price(10_000, [SIBLING], SECOND_CHILD)).toBe(9_000);
    expect(price(10_000, [weeks], standAt(1, 2))).toBe(10_000);
    expect(price(10_000, [weeks], standAt(1, 3))).toBe(9_000);
    expect(price(10_000, [returning])).toBe(10_000);
    expect(price(10_000, [returning], { ...NEW_FAMILY, isReturning: true })).toBe(9_000);
  });

  it('adds up only discounts that stack, and takes the one that is best for the parent', () => {
    const early = makeDiscount({ stacks: true });
    const sibling = { ...SIBLING, stacks: true };
    expect(price(10_000, [early, sibling], SECOND_CHILD)).toBe(8_000);
    expect(price(10_000, [early, SIBLING], SECOND_CHILD)).toBe(9_000);
    const large = { ...SIBLING, percent: 30 };
    expect(price(10_000, [early, sibling, large], SECOND_CHILD)).toBe(7_000);
  });

  it('takes the better one of two discounts of the same kind', () => {
    const discounts = [
      makeDiscount({ stacks: true }),
      makeDiscount({ id: 'z', percent: 20, stacks: true }),
    ];
    expect(price(10_000, discounts)).toBe(8_000);
  });

  it('leaves what a card can pay', () => {
    expect(price(10_000, [makeDiscount({ percent: 100 })])).toBe(50);
    expect(price(10_000, [makeDiscount({ percent: null, amount: 9_990 })])).toBe(50);
  });

  it('gives half a cent to the parent', () => {
    expect(price(8_995, [makeDiscount({ percent: 50 })])).toBe(4_497);
  });
});

it('an early price holds through its last day, and a discount for some classes only for them', () => {
  const discount = makeDiscount({ classIds: ['sailing'] });
  expect(findDiscounts([discount], 'sailing', { day: '2027-05-01' })).toEqual([discount]);
  expect(findDiscounts([discount], 'sailing', { day: '2027-05-02' })).toEqual([]);
  expect(findDiscounts([discount], 'music', { day: '2027-05-01' })).toEqual([]);
});

it('in a dearer class, a percentage grows and an amount stays', () => {
  const discounts = [
    makeDiscount({ stacks: true }),
    { ...SIBLING, stacks: true, percent: null, amount: 500 },
  ];
  const lines = priceSeat({ base: 10_000, discounts }, SECOND_CHILD);
  expect(moveTo(20_000, lines, {}, SECOND_CHILD)).toEqual([20_000, -2_000, -500]);
});
