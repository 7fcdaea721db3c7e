/** Currencies of payments, and time zones. R625 */

/**
 * What Stripe charges in hundredths, which is how the ledger counts: neither yen, which have none, nor dinars of Kuwait,
 * which have thousandths. Nor those in which MAX_PRICE is less than some 50 US dollars, such as Indonesia's.
 * https://docs.stripe.com/currencies
 */
export const CURRENCIES = (
  'AED AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CHF CNY CRC CVE CZK DKK DOP DZD EGP ' +
  'ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF ILS INR JMD KES KGS KYD KZT LKR LRD LSL MAD MDL MKD MOP ' +
  'MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SRD SZL THB TJS TOP ' +
  'TRY TTD TWD UAH USD UYU WST XCD YER ZAR ZMW'
).split(' ');

/** Whether `Intl` knows this name of a place: neither an offset nor an abbreviation, which have no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^(UTC|[A-Z]\w*(\/[A-Z][\w+-]*)+)$/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en-GB', { timeZone: name }));
  } catch {
    return false;
  }
}
