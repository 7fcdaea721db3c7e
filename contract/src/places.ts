/** Currencies of payments with the least that a card pays, and time zones. R625 */
import { SCHOOL } from './school.ts';

/**
 * The least that a card pays, in whole units, and the currencies for which it is that:
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 * For those that Stripe does not list, it is some 50 US cents: a round amount that is more, also when they lose value.
 */
const LEAST_CHARGES = [
  [0.3, 'GBP'],
  [0.5, 'AUD BRL CAD CHF EUR INR NZD SGD USD'],
  [1, 'BGN BMD BND BSD FKP GIP KYD PAB SHP'],
  [2, 'AED ANG AWG AZN BAM BBD BZD FJD MYR PLN RON TOP WST XCD'],
  [2.5, 'DKK'],
  [3, 'BYN GEL ILS NOK PEN QAR SAR SEK'],
  [4, 'HKD PGK'],
  [10, 'BOB CNY GTQ MAD MOP MXN SBD THB TJS TTD'],
  [15, 'BWP CZK LSL MDL MVR NAD SCR SZL ZAR'],
  [25, 'HNL SLE TWD ZMW'],
  [50, 'EGP GMD MKD MUR NIO PHP SRD TRY UAH UYU'],
  [100, 'BDT CVE DOP KGS MZN RSD RUB'],
  [175, 'HUF'],
  [200, 'DZD ETB GYD HTG JMD KES LRD NPR'],
  [500, 'AMD CRC KZT LKR YER'],
  [1_000, 'AOA'],
  [2_000, 'ARS MWK NGN'],
] as const;

const LEAST_OF = new Map<string, number>(
  LEAST_CHARGES.flatMap(([least, names]) => names.split(' ').map((name) => [name, least] as const)),
);

/**
 * What Stripe charges in hundredths, which is how the ledger counts: neither yen, which have none, nor dinars of Kuwait,
 * which have thousandths. Nor those in which MAX_PRICE is less than some 50 US dollars, such as Indonesia's.
 * https://docs.stripe.com/currencies
 */
export const CURRENCIES = [...LEAST_OF.keys()].toSorted();

/**
 * The least that a card can pay, in whole currency units.
 * @param of ISO 4217, in any case; without it, the school's currency
 */
export function leastCharge(of: string = SCHOOL.currency): number {
  return LEAST_OF.get(of.toUpperCase()) ?? 0.5;
}

/** Whether `Intl` knows this name of a place: neither an offset nor an abbreviation, which have no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^(UTC|[A-Z]\w*(\/[A-Z][\w+-]*)+)$/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en-GB', { timeZone: name }));
  } catch {
    return false;
  }
}
