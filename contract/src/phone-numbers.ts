import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { PHONE_NUMBER } from './limits.ts';
import { dropTrunkZero, linkToPhone, readPlainPhone, splitExtension } from './phone-text.ts';
import { SCHOOL } from './school.ts';

/**
 * Phone numbers, with what the library knows about those of each country. The web app loads this file when a number is
 * on the screen: client/src/lib/phones.ts. R243
 */

/** As a number is stored if its country is known: E.164, with an extension as in RFC 3966. */
const STORED = /^\+\d+(?:;ext=\d+)?$/;
const readHome = (): string => SCHOOL.address.countryCode;

/**
 * Reads a number as somebody types or pastes it.
 * @param country where a number without a country code is from: two letters (ISO 3166-1), the school's by default
 * @returns `+442079460018` or `+442079460018;ext=12`. A number that no country has is kept as typed, because it may be a
 *   new one; undefined if it has less than 6 or more than 15 digits, or anything else than a number and an extension
 */
export function readPhoneNumber(typed: string, country: string = readHome()): string | undefined {
  const plain = readPlainPhone(typed);
  const { number, extension } = splitExtension(plain);
  const known = findNumber(number, country);
  if (known) return `${known.number}${extension && `;ext=${extension}`}`;
  return PHONE_NUMBER.test(number) ? plain : undefined;
}

/**
 * @param phone a stored number
 * @returns as people of the school's country write it: theirs as inside the country, others with the country code. What is
 *   stored in another form, from earlier versions, stays as somebody wrote it
 */
export function writePhoneNumber(phone: string, country: string = readHome()): string {
  if (!STORED.test(phone)) return phone;
  const { number, extension } = splitExtension(phone);
  const known = findNumber(number, country);
  if (!known) return phone;
  const isHome =
    isSupportedCountry(country) && known.countryCallingCode === getCountryCallingCode(country);
  const written = isHome ? known.formatNational() : known.formatInternational();
  return extension ? `${written} ext. ${extension}` : written;
}

/** @param code two letters (ISO 3166-1) */
export function isCountry(code: string): boolean {
  return isSupportedCountry(code);
}

/** The link that dials a stored number from anywhere. @param phone from an earlier version it may be in any form */
export function dialPhoneNumber(phone: string, country: string = readHome()): string {
  return linkToPhone(readPhoneNumber(phone, country) ?? phone);
}

/** Whether two stored numbers reach the same line. Their extensions don't count. */
export function isSamePhone(one: string, other: string): boolean {
  const [a, b] = [one, other].map((phone) =>
    dialPhoneNumber(phone).replace(/,.*/, '').replace(/\D/g, ''),
  );
  return a !== '' && a === b;
}

/** `+44 (0)20`: most countries drop the zero, some keep it. `0044`: in every country. */
function findNumber(number: string, country: string): PhoneNumber | undefined {
  return [number, number.replace(/^00(?=[1-9])/, '+')]
    .flatMap((text) => [text, dropTrunkZero(text)])
    .map((text) =>
      parsePhoneNumberFromString(text, {
        defaultCountry: country as CountryCode,
        extract: false,
      }),
    )
    .find((known) => known?.isValid());
}
