import { setUpSchool } from '../testing/school.ts';
import { countDays } from '@speakifyr/contract/days.ts';
import { findFeeProblem, findStepProblems } from '@speakifyr/contract/refund-steps.ts';
import {
  DEFAULT_REFUND_TERMS,
  isInFirstPeriod,
  quoteRefund,
  type RefundTerms,
} from '@speakifyr/contract/refund-terms.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, findDayStart, readToday } from '../school-time.ts';

/** Any policy that admins can save: later periods end later and refund no more. */
const anyTerms: fc.Arbitrary<RefundTerms> = fc
  .array(
    fc.record({
      daysBefore: fc.integer({ min: 0, max: 365 }),
      percent: fc.integer({ min: 1, max: 100 }),
      fee: fc.integer({ min: 0, max: 20_000 }),
    }),
    { maxLength: 6 },
  )
  .map((steps) => {
    const days = [...new Set(steps.map(({ daysBefore }) => daysBefore))].sort((a, b) => b - a);
    const percents = steps.map(({ percent }) => percent).sort((a, b) => b - a);
    return {
      version: 1,
      steps: days.map((daysBefore, place) => ({
        daysBefore,
        percent: percents[place] ?? 1,
        fee: steps[place]?.fee ?? 0,
      })),
    };
  });
const anyPaid = fc.integer({ min: 0, max: 10_000_000 });
const anyDay = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2036-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyDaysLeft = fc.integer({ min: -30, max: 400 });

const quote = (terms: RefundTerms, paid: number, campStart: string, daysLeft: number) =>
  quoteRefund({ terms, paid, campStart, today: addDays(campStart, -daysLeft) });

// Rules: R157.
describe('what comes back', () => {
  it('and what is kept is what was paid, to the cent, and neither is negative', () => {
    fc.assert(
      fc.property(anyTerms, anyPaid, anyDay, anyDaysLeft, (terms, paid, campStart, daysLeft) => {
        const { refund, kept } = quote(terms, paid, campStart, daysLeft);
        expect(refund + kept).toBe(paid);
        expect(Number.isInteger(refund)).toBe(true);
        expect(Math.min(refund, kept)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is as promised up to and including the day that is named, and the next day it may be less', () => {
    fc.assert(
      fc.property(anyTerms, anyPaid, anyDay, anyDaysLeft, (terms, paid, campStart, daysLeft) => {
        const { until, ...now } = quote(terms, paid, campStart, daysLeft);
        if (until === null) {
          expect(now).toMatchObject({ refund: 0, percent: 0 });
          return;
        }
        const left = countDays(until, campStart);
        expect(left).toBeLessThanOrEqual(daysLeft);
        expect(quote(terms, paid, campStart, left)).toEqual({ ...now, until });
        const next = quote(terms, paid, campStart, left - 1);
        expect(next.until).not.toBe(until);
        expect(next.percent).toBeLessThanOrEqual(now.percent);
      }),
    );
  });

  it('gives halves of a cent to the parent, and never takes a higher fee than there is money', () => {
    const terms = { version: 1, steps: [{ daysBefore: 1, percent: 50, fee: 0 }] };
    expect(quote(terms, 9_999, '2027-07-05', 1)).toMatchObject({ refund: 5_000, kept: 4_999 });
    const dear = { version: 1, steps: [{ daysBefore: 1, percent: 50, fee: 6_000 }] };
    expect(quote(dear, 9_999, '2027-07-05', 1)).toMatchObject({ refund: 0, kept: 9_999 });
  });

  it('is all of it until 14 days before, half until 3, then nothing, unless the school says more', () => {
    const found = [15, 14, 13, 3, 2, 0, -1].map(
      (daysLeft) => quote(DEFAULT_REFUND_TERMS, 10_000, '2027-07-05', daysLeft).refund,
    );
    expect(found).toEqual([10_000, 10_000, 5_000, 5_000, 0, 0, 0]);
    expect(isInFirstPeriod(DEFAULT_REFUND_TERMS, '2027-07-05', '2027-06-21')).toBe(true);
    expect(isInFirstPeriod(DEFAULT_REFUND_TERMS, '2027-07-05', '2027-06-22')).toBe(false);
  });
});

describe('the fee of a later period', () => {
  const anyStep = fc.record({
    percent: fc.integer({ min: 1, max: 100 }),
    fee: fc.integer({ min: 0, max: 2_000 }),
  });
  const giveBack = (step: { percent: number; fee: number }, paid: number) =>
    quote({ version: 1, steps: [{ daysBefore: 1, ...step }] }, paid, '2027-07-05', 1).refund;

  const countFrom = (first: number, length: number) =>
    Array.from({ length }, (_none, place) => first + place);

  it('is refused if the period gives back more of any price, and the least fee that is named is enough', () => {
    fc.assert(
      fc.property(anyStep, anyStep, fc.array(anyPaid), (one, other, more) => {
        const [before, later] = one.percent < other.percent ? [other, one] : [one, other];
        // Both refunds are straight lines from the price where they begin; between such prices, only the cents are rounded.
        const starts = [before, later].map((step) => Math.floor((step.fee * 100) / step.percent));
        const near = starts.flatMap((start) => countFrom(start - 101, 203));
        const prices = [...near, ...more, 50, 10_000_000].filter((cents) => cents >= 0);
        const least = Math.ceil((before.fee * later.percent) / before.percent);
        const gives = (step: typeof later) =>
          prices.some((paid) => giveBack(step, paid) > giveBack(before, paid));
        const fees = [later.fee, ...countFrom(least - 3, 4)].filter((fee) => fee >= 0);
        for (const step of fees.map((fee) => ({ ...later, fee })))
          if (gives(step)) expect(findFeeProblem(before, step)).toBeDefined();
        expect(gives({ ...later, fee: Math.max(later.fee, least) })).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('is named in whole units or with cents', () => {
    const describe = (fee: number, later: number) =>
      findFeeProblem({ percent: 100, fee }, { percent: 50, fee: later });
    expect(describe(1_000, 499)).toContain('The fee must be at least 5.');
    expect(describe(901, 0)).toContain('The fee must be at least 4.51.');
    expect(describe(1_000, 500)).toBe(undefined);
  });
});

it('a later period has fewer days, no higher percentage and no lower fee; what is wrong says its field', () => {
  const before = { daysBefore: 14, percent: 50, fee: 1_000 };
  const find = (later: Partial<typeof before>) =>
    findStepProblems(before, { ...before, daysBefore: 7, ...later });
  expect(find({})).toEqual({});
  const daysBefore = 'Must be fewer than 14: each period comes after the one before';
  expect(find({ daysBefore: 14 })).toEqual({ daysBefore });
  expect(find({ daysBefore: 20 })).toEqual({ daysBefore });
  const percent = 'Must be 50 or less: a later period can’t give back more';
  expect(find({ percent: 51, fee: 0 })).toEqual({ percent });
  expect(find({ fee: 999 })).toEqual({ fee: findFeeProblem(before, { percent: 50, fee: 999 }) });
});

it('a school that returns nothing has no first period, so nobody moves a seat themselves', () => {
  expect(isInFirstPeriod({ version: 1, steps: [] }, '2027-07-05', '2027-01-01')).toBe(false);
});

describe('the last day of a period', () => {
  /** What is refunded in the last and in the first millisecond around the end of a day, in a school's time zone. */
  function aroundMidnight(timeZone: string, campStart: string, daysBefore: number) {
    setUpSchool({ timeZone });
    const lastDay = addDays(campStart, -daysBefore);
    const midnight = findDayStart(addDays(lastDay, 1), timeZone).getTime();
    return [midnight - 1, midnight].map((time) => {
      const now = () => new Date(time);
      const today = readToday({ now });
      return quoteRefund({ terms: DEFAULT_REFUND_TERMS, paid: 10_000, campStart, today }).refund;
    });
  }

  it.each([
    ['Asia/Dhaka', '2027-07-05'],
    // The clocks change between the last day and the first day of the class.
    ['America/New_York', '2027-03-20'],
    ['America/New_York', '2027-11-12'],
    ['Europe/Berlin', '2027-04-05'],
    // The last day itself has 23 or 25 hours.
    ['America/New_York', '2027-03-28'],
    ['America/New_York', '2027-11-21'],
    // Across a leap day, and on it.
    ['Pacific/Kiritimati', '2028-03-10'],
    ['Pacific/Pago_Pago', '2028-03-14'],
  ])('ends at midnight in %s, for a class from %s on', (timeZone, campStart) => {
    expect(aroundMidnight(timeZone, campStart, 14)).toEqual([10_000, 5_000]);
    expect(aroundMidnight(timeZone, campStart, 3)).toEqual([5_000, 0]);
  });
});
