import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDayStart } from '../school-time.ts';
import { decideOfferEnd } from './offer-end.ts';

const HOUR_MS = 3_600_000;

/** When an offer for a class on July 5, 2027 ends, if its email went out at this moment in UTC. */
function endOf(notifiedAt: string, offerHours = 24, timeZone = 'UTC'): string {
  const end = decideOfferEnd({
    notifiedAt: new Date(notifiedAt),
    campStart: '2027-07-05',
    offerHours,
    timeZone,
  });
  return end.toISOString().slice(0, 16);
}

// Rules: R143.
describe('an offer', () => {
  it('lasts as long as the setting says', () => {
    expect(endOf('2027-06-01T12:00:00Z')).toBe('2027-06-02T12:00');
    expect(endOf('2027-06-01T12:00:00Z', 48)).toBe('2027-06-03T12:00');
  });

  it('never ends at night: nobody has to be awake at three o’clock', () => {
    expect(endOf('2027-06-01T03:00:00Z')).toBe('2027-06-02T08:00');
    expect(endOf('2027-06-01T22:00:00Z')).toBe('2027-06-03T08:00');
    expect(endOf('2027-06-01T20:00:00Z')).toBe('2027-06-02T20:00');
    expect(endOf('2027-06-01T08:00:00Z')).toBe('2027-06-02T08:00');
  });

  it('takes at most a quarter of the time that is left before the class', () => {
    // Three days are left: 18 hours.
    expect(endOf('2027-07-02T00:00:00Z')).toBe('2027-07-02T18:00');
    // It would end at 4:00. The morning is too late, so it ends on the evening before.
    expect(endOf('2027-07-02T12:00:00Z', 16)).toBe('2027-07-02T20:00');
  });

  it('lasts four hours in any case', () => {
    expect(endOf('2027-07-04T09:00:00Z')).toBe('2027-07-04T13:00');
    // The evening is less than four hours away.
    expect(endOf('2027-07-03T18:00:00Z')).toBe('2027-07-04T08:00');
  });
});

it('in any time zone, also when clocks change, it ends by day and at least four hours later', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      // The days around both changes of the clocks, and some others.
      fc.constantFrom(
        '2027-03-14',
        '2027-03-28',
        '2027-04-04',
        '2027-10-03',
        '2027-10-31',
        '2027-11-07',
      ),
      fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 }),
      fc.integer({ min: 1, max: 168 }),
      fc.integer({ min: 2, max: 40 }),
      (timeZone, day, minutes, offerHours, days) => {
        const notifiedAt = new Date(findDayStart(day, timeZone).getTime() + minutes * 60_000);
        const campStart = new Date(notifiedAt.getTime() + days * 24 * HOUR_MS)
          .toISOString()
          .slice(0, 10);
        const end = decideOfferEnd({ notifiedAt, campStart, offerHours, timeZone });
        const clock = end.toLocaleTimeString('en-GB', { timeZone });
        expect(clock >= '08:00:00' && clock <= '20:00:00', clock).toBe(true);
        const lasts = end.getTime() - notifiedAt.getTime();
        expect(lasts).toBeGreaterThanOrEqual(4 * HOUR_MS);
        expect(lasts).toBeLessThanOrEqual((Math.max(4, offerHours) + 13) * HOUR_MS);
      },
    ),
    { numRuns: 1_000 },
  );
});
