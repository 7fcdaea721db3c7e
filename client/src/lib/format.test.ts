import {
  formatGateTime,
  formatHours,
  nameDayOfYear,
  nameDays,
} from '@speakifyr/contract/format.ts';
import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  formatCharge,
  formatClock,
  formatMoment,
  sayWhen,
  formatDate,
  formatDay,
  formatDays,
  formatDollars,
  formatIsoDay,
  formatMonth,
  formatPrice,
  formatSentDay,
  formatSentTime,
  formatSum,
  nameCharge,
  readPriceSign,
} from './format.ts';

afterEach(() => setSchool(FIRST_SCHOOL));

// Rules: R63, R64.
test('cents are shown if there are any', () => {
  expect(formatDollars(49)).toBe('$49');
  expect(formatDollars(89.5)).toBe('$89.50');
  expect(formatDollars(1_249)).toBe('$1,249');
  expect(formatDollars(1_234_567.891)).toBe('$1,234,567.89');
  expect(formatSum(49)).toBe('49 tk');
  expect(formatSum(0.07)).toBe('0.07 tk');
});

test('a price of 0 reads Free, a sum of 0 is a number', () => {
  expect(formatDollars(0)).toBe('Free');
  expect(formatPrice(0)).toBe('Free');
  expect(formatPrice(49)).toBe('49 tk');
  expect(formatSum(0)).toBe('0 tk');
});

test('the school’s own label replaces both labels: a sign before the amount, a word after it', () => {
  const format = (currencyLabel: string) => {
    setSchool({ ...FIRST_SCHOOL, currencyLabel });
    return [formatDollars(49), formatPrice(49), formatSum(0), formatDollars(0), readPriceSign()];
  };

  expect(format('€')).toEqual(['€49', '€49', '€0', 'Free', '€']);
  expect(format('US$')).toEqual(['US$49', 'US$49', 'US$0', 'Free', 'US$']);
  expect(format('BDT')).toEqual(['49 BDT', '49 BDT', '0 BDT', 'Free', 'BDT']);
});

test('a charge is in the currency that the card is charged in, whatever the labels say', async () => {
  expect(formatCharge(189)).toBe('$189');
  expect(nameCharge(1_189.5)).toBe('$1,189.50 USD');
  expect(nameCharge(0)).toBe('$0 USD');

  setSchool({ ...FIRST_SCHOOL, currency: 'EUR', currencyLabel: 'tk' });
  expect(formatCharge(189)).toBe('€189');
  expect(nameCharge(89.5)).toBe('€89.50 EUR');
  expect(nameCharge(49, 'usd')).toBe('$49 USD');
  setSchool({ ...FIRST_SCHOOL, currency: 'BDT' });
  expect(nameCharge(49)).toMatch(/^BDT\s49$/);
});

describe('a day is written as people say it', () => {
  const year = new Date().getFullYear();

  test('with the year when it is not this one, in the school’s time zone', () => {
    expect(formatDay('2027-06-07')).toBe(`Mon 7 June${year === 2027 ? '' : ' 2027'}`);
    expect(formatDay(`${year}-01-02`)).toMatch(/^\w{3} 2 January$/);
    // In Dhaka it is six hours later than in UTC.
    expect(formatDay(new Date('2031-06-07T17:59Z'))).toBe('Sat 7 June 2031');
    expect(formatDay(new Date('2031-06-07T18:00Z'))).toBe('Sun 8 June 2031');
    expect(formatIsoDay(new Date('2027-06-07T18:00Z'))).toBe('2027-06-08');
  });

  test.each([
    ['2031-06-16', '2031-06-20', 'Mon 16 – Fri 20 June 2031'],
    ['2031-06-30', '2031-07-04', 'Mon 30 June – Fri 4 July 2031'],
    ['2031-12-29', '2032-01-02', 'Mon 29 December 2031 – Fri 2 January 2032'],
    ['2031-06-16', '2031-06-16', 'Mon 16 June 2031'],
  ])('the days from %s to %s', (first, last, text) => {
    expect(formatDays(first, last)).toBe(text);
  });

  test('without the weekday on papers and for birthdays', () => {
    expect(formatDate('2019-03-05')).toBe('5 March 2019');
    expect(formatDate(new Date('2031-06-07T18:00Z'))).toBe('8 June 2031');
  });

  test('as dd/mm/yyyy where a payment is sent', () => {
    expect(formatSentDay(new Date('2031-06-07T18:00Z'))).toBe('08/06/2031');
  });
});

test('the clock has twelve hours, is the school’s, and names its zone unless that is the reader’s, too', async () => {
  expect(formatClock(new Date('2027-06-06T18:05Z'))).toBe('12:05 AM Dhaka time');
  expect(formatClock(new Date('2027-06-07T15:05Z'))).toBe('9:05 PM Dhaka time');

  const noon = new Date('2027-06-07T16:00Z');
  setSchool({ ...FIRST_SCHOOL, timeZone: 'America/New_York' });
  expect(formatClock(noon)).toBe('12:00 PM New York time');

  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  setSchool({ ...FIRST_SCHOOL, timeZone });
  expect(formatClock(noon)).toMatch(/^\d+:00 [AP]M$/);
});

describe('a moment has its day, unless that is today at the school', () => {
  // Dhaka is six hours ahead of UTC.
  test.each([
    ['an hour from now', '2026-11-28T05:00Z', '2026-11-28T06:00Z', '', '12:00 PM'],
    ['the last minute of today', '2026-11-28T05:00Z', '2026-11-28T17:59Z', '', '11:59 PM'],
    ['midnight', '2026-11-28T05:00Z', '2026-11-28T18:00Z', 'Sun 29 November', '12:00 AM'],
    ['just past midnight', '2026-11-28T17:55Z', '2026-11-28T18:25Z', 'Sun 29 November', '12:25 AM'],
    ['three days reserved', '2026-11-28T05:00Z', '2026-12-01T18:00Z', 'Wed 2 December', '12:00 AM'],
    [
      'the same hour of tomorrow',
      '2026-11-28T05:00Z',
      '2026-11-29T05:00Z',
      'Sun 29 November',
      '11:00 AM',
    ],
    ['yesterday', '2026-11-28T05:00Z', '2026-11-27T05:00Z', 'Fri 27 November', '11:00 AM'],
    ['next year', '2026-12-31T17:30Z', '2026-12-31T18:00Z', 'Fri 1 January 2027', '12:00 AM'],
    [
      'the same day of another year',
      '2026-11-28T05:00Z',
      '2027-11-28T05:00Z',
      'Sun 28 November 2027',
      '11:00 AM',
    ],
    [
      'a day that has begun here, not in UTC',
      '2026-11-27T20:00Z',
      '2026-11-28T05:00Z',
      '',
      '11:00 AM',
    ],
  ])('%s', (_which, now, moment, day, time) => {
    vi.useFakeTimers({ now: new Date(now) });
    const clock = `${time} Dhaka time`;
    expect(formatMoment(new Date(moment))).toBe(day ? `${day}, ${clock}` : clock);
    expect(sayWhen(new Date(moment))).toBe(day ? `on ${day} at ${clock}` : `at ${clock}`);
    vi.useRealTimers();
  });
});

test('a month is written with its name', () => {
  expect(formatMonth('2027-06')).toBe('June 2027');
});

// Rules: R614.
test('a school may put the month first and have a clock of 24 hours; calls stay as they are', () => {
  setSchool({ ...FIRST_SCHOOL, dates: 'month first', clock: '24 hours' });
  const midnight = new Date('2027-06-14T18:00Z');
  expect(formatDay('2026-06-14')).toBe('Sun, June 14');
  expect(formatDay('2027-06-14')).toBe('Mon, June 14, 2027');
  expect(formatDays('2026-06-15', '2026-06-19')).toBe('Mon, June 15 – Fri, June 19');
  expect(formatDays('2026-06-29', '2026-07-03')).toBe('Mon, June 29 – Fri, July 3');
  expect(nameDays('2026-12-28', '2027-01-01')).toBe(
    'Mon, December 28, 2026 – Fri, January 1, 2027',
  );
  expect(formatDate('2027-06-14')).toBe('June 14, 2027');
  expect(nameDayOfYear('2027-06-14')).toBe('June 14');
  expect(formatClock(midnight)).toBe('00:00 Dhaka time');
  expect(formatMoment(midnight)).toBe('Tue, June 15, 2027, 00:00 Dhaka time');
  expect(formatHours({ dailyStart: '09:00', dailyEnd: '15:05' })).toBe('09:00 – 15:05');
  expect(formatGateTime('00:10', 15)).toBe('00:00');
  expect([formatSentDay(midnight), formatSentTime(midnight)]).toEqual(['15/06/2027', '12:00 AM']);
  setSchool(FIRST_SCHOOL);
});

/** The formatters on a page with other settings. */
