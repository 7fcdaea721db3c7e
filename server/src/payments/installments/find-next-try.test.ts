import { describe, expect, it } from 'vitest';
import { findNextTry } from './find-next-try.ts';

const DAY = 24 * 3_600_000;
const START = Date.parse('2027-03-01T08:00:00Z');

type Advice = 'later' | 'another card' | 'the payer';

const decline = (day: number, advice: Advice = 'later', cardId = 'pm_old') => ({
  ...{ code: 'some_code', advice, cardId },
  at: new Date(START + day * DAY),
});

/** The day of the next try, counted from the first one. */
function nextDay(declines: ReturnType<typeof decline>[], cardId = 'pm_old', today = 0) {
  const next = findNextTry(declines, cardId, new Date(START + today * DAY));
  return next && (next.getTime() - START) / DAY;
}

// Rules: R368.
describe('the next try', () => {
  it('is now for the first one', () => {
    expect(nextDay([])).toBe(0);
  });

  it('comes after some days if the bank may say yes later, four in 14 days at most', () => {
    expect(nextDay([decline(0)])).toBe(3);
    expect(nextDay([decline(0), decline(3)])).toBe(7);
    expect(nextDay([decline(0), decline(3), decline(7)])).toBe(13);
    expect(nextDay([decline(0), decline(3), decline(7), decline(13)])).toBeUndefined();
  });

  it.each(['another card', 'the payer'] as const)('never comes if only %s helps', (advice) => {
    expect(nextDay([decline(0, advice)])).toBeUndefined();
    expect(nextDay([decline(0), decline(3, advice)], 'pm_old', 300)).toBeUndefined();
  });

  it('is now for another card', () => {
    expect(nextDay([decline(0, 'another card')], 'pm_new', 1)).toBe(1);
    expect(nextDay([decline(0), decline(3), decline(7), decline(13)], 'pm_new', 20)).toBe(20);
  });

  it('is never the fifth in 14 days, no matter with how many cards', () => {
    const four = [0, 1, 2, 3].map((day) => decline(day, 'another card', `pm_${day}`));
    expect(nextDay(four, 'pm_new', 4)).toBe(14);
    const mixed = [decline(0), decline(3), decline(7), decline(8, 'later', 'pm_new')];
    expect(nextDay(mixed, 'pm_new', 8)).toBe(14);
  });
});
