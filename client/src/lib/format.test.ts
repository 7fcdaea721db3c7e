import type { WebSettings } from '@speakifyr/contract/web-settings.ts';
import { expect, test, vi } from 'vitest';
import {
  formatCharge,
  formatClock,
  formatDay,
  formatDollars,
  formatIsoDay,
  formatMonth,
  formatPrice,
  formatTaka,
  nameCharge,
} from './format.ts';

test('cents are shown if there are any', () => {
  expect(formatDollars(49)).toBe('$49');
  expect(formatDollars(89.5)).toBe('$89.50');
  expect(formatDollars(1_249)).toBe('$1,249');
  expect(formatDollars(1_234_567.891)).toBe('$1,234,567.89');
  expect(formatTaka(49)).toBe('49 tk');
  expect(formatTaka(0.07)).toBe('0.07 tk');
});

test('a price of 0 reads Free, a sum of 0 is a number', () => {
  expect(formatDollars(0)).toBe('Free');
  expect(formatPrice(0)).toBe('Free');
  expect(formatPrice(49)).toBe('49 tk');
  expect(formatTaka(0)).toBe('0 tk');
});

test('CURRENCY_LABEL replaces both labels: a sign before the amount, a word after it', async () => {
  const format = async (currencyLabel: string) => {
    const { formatDollars, formatPrice, formatTaka, PRICE_SIGN } = await importWith({
      currencyLabel,
    });
    return [formatDollars(49), formatPrice(49), formatTaka(0), formatDollars(0), PRICE_SIGN];
  };

  expect(await format('€')).toEqual(['€49', '€49', '€0', 'Free', '€']);
  expect(await format('US$')).toEqual(['US$49', 'US$49', 'US$0', 'Free', 'US$']);
  expect(await format('BDT')).toEqual(['49 BDT', '49 BDT', '0 BDT', 'Free', 'BDT']);
});

test('a charge is in the currency that the card is charged in, whatever the labels say', async () => {
  expect(formatCharge(189)).toBe('$189');
  expect(nameCharge(1_189.5)).toBe('$1,189.50 USD');
  expect(nameCharge(0)).toBe('$0 USD');

  const euro = await importWith({ currency: 'EUR', currencyLabel: 'tk' });
  expect(euro.formatCharge(189)).toBe('€189');
  expect(euro.nameCharge(89.5)).toBe('€89.50 EUR');
  expect(euro.nameCharge(49, 'usd')).toBe('$49 USD');
  const taka = await importWith({ currency: 'BDT' });
  expect(taka.nameCharge(49)).toMatch(/^BDT\s49$/);
});

test('a day is dd/mm/yyyy, in the school’s time zone', () => {
  expect(formatDay('2027-06-07')).toBe('07/06/2027');
  // In Dhaka it is six hours later than in UTC.
  expect(formatDay(new Date('2027-06-07T17:59Z'))).toBe('07/06/2027');
  expect(formatDay(new Date('2027-06-07T18:00Z'))).toBe('08/06/2027');
  expect(formatIsoDay(new Date('2027-06-07T18:00Z'))).toBe('2027-06-08');
});

test('the clock has twelve hours, is the school’s, and names its zone', async () => {
  expect(formatClock(new Date('2027-06-06T18:05Z'))).toBe('12:05 AM Dhaka time');
  expect(formatClock(new Date('2027-06-07T15:05Z'))).toBe('9:05 PM Dhaka time');

  const noon = new Date('2027-06-07T16:00Z');
  const newYork = await importWith({ timeZone: 'America/New_York' });
  expect(newYork.formatClock(noon)).toBe('12:00 PM New York time');
  const utc = await importWith({ timeZone: 'UTC' });
  expect(utc.formatClock(noon)).toBe('4:00 PM UTC');
});

test('a month is written with its name', () => {
  expect(formatMonth('2027-06')).toBe('June 2027');
});

/** The formatters on a page with other settings. */
async function importWith(settings: Partial<WebSettings>) {
  const config = document.getElementById('config');
  const text = config?.textContent ?? '';
  if (config) config.textContent = JSON.stringify({ ...JSON.parse(text), ...settings });
  vi.resetModules();
  const formatters = await import('./format.ts');
  if (config) config.textContent = text;
  return formatters;
}
