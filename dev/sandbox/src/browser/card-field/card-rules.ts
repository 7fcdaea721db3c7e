import type { StripeJsError } from '../messages.ts';

/** The four inputs of the card field. */
export type InputName = 'number' | 'expiry' | 'cvc' | 'postal';

interface Brand {
  name: string;
  pattern: RegExp;
  /** Digits of a whole number, the usual count first. */
  lengths: number[];
  /** After how many digits there is a gap. */
  gaps: number[];
  cvcLength: number;
}

const GAPS = [4, 8, 12];
const BRANDS: Brand[] = [
  { name: 'visa', pattern: /^4/, lengths: [16], gaps: GAPS, cvcLength: 3 },
  { name: 'mastercard', pattern: /^(5[1-5]|2[2-7])/, lengths: [16], gaps: GAPS, cvcLength: 3 },
  { name: 'amex', pattern: /^3[47]/, lengths: [15], gaps: [4, 10], cvcLength: 4 },
  { name: 'discover', pattern: /^6(011|[45])/, lengths: [16], gaps: GAPS, cvcLength: 3 },
  { name: 'diners', pattern: /^3(0|[689])/, lengths: [14, 16], gaps: [4, 10], cvcLength: 3 },
  { name: 'jcb', pattern: /^35/, lengths: [16], gaps: GAPS, cvcLength: 3 },
  { name: 'unionpay', pattern: /^62/, lengths: [16, 17, 18, 19], gaps: GAPS, cvcLength: 3 },
];
const UNKNOWN: Brand = { name: 'unknown', pattern: /^/, lengths: [16], gaps: GAPS, cvcLength: 4 };

/** The brand of a number, which may be incomplete. */
export function findBrand(digits: string): Brand {
  return BRANDS.find(({ pattern }) => pattern.test(digits)) ?? UNKNOWN;
}

/** Only the digits of a text. */
export function keepDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** A card number in groups, at most as long as its brand allows. */
export function formatNumber(text: string): string {
  const { lengths, gaps } = findBrand(keepDigits(text));
  const digits = keepDigits(text).slice(0, Math.max(...lengths));
  return [...digits].map((digit, at) => (gaps.includes(at) ? ` ${digit}` : digit)).join('');
}

/**
 * A date as `MM / YY`, from typing (`128`, `5`), pasting or autofill (`12/2028`).
 * @param deleting if true, no slash is added, because the Backspace key must get past it
 */
export function formatExpiry(text: string, deleting: boolean): string {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*[/-]\s*(?:20)?(\d{0,2})/.exec(text) ?? [];
  let digits = month ? month.padStart(2, '0') + year : keepDigits(text);
  // No month starts with 2 to 9 or is 13 to 19, so the leading zero is missing.
  if (/^([2-9]|1[3-9])/.test(digits)) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  if (digits.length < 2 || (deleting && digits.length === 2)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** Whether the check digit of a number is right. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Whether an input is full, so that the next one gets the focus. */
export function isFull(name: InputName, value: string, number: string): boolean {
  const digits = keepDigits(value);
  const brand = findBrand(keepDigits(number));
  if (name === 'number') return brand.lengths.includes(digits.length);
  if (name === 'expiry') return digits.length === 4;
  if (name === 'cvc') return digits.length === brand.cvcLength;
  return value.trim().length >= 5;
}

/**
 * What is wrong with an input, in Stripe's words.
 * @param values of all inputs, as they are shown
 * @param today a card is valid until the end of its month
 */
export function validateInput(
  name: InputName,
  values: Record<InputName, string>,
  today: Date,
): StripeJsError | undefined {
  const digits = keepDigits(values[name]);
  const brand = findBrand(keepDigits(values.number));
  switch (name) {
    case 'number':
      if (!brand.lengths.includes(digits.length)) {
        return problem('incomplete_number', 'Your card number is incomplete.');
      }
      return passesLuhn(digits)
        ? undefined
        : problem('invalid_number', 'Your card number is invalid.');
    case 'expiry':
      return validateExpiry(digits, today);
    case 'cvc':
      return digits.length === brand.cvcLength || (brand === UNKNOWN && digits.length === 3)
        ? undefined
        : problem('incomplete_cvc', "Your card's security code is incomplete.");
    case 'postal':
      return /^[a-z0-9][a-z0-9 -]{3,9}$/i.test(values.postal.trim())
        ? undefined
        : problem('incomplete_zip', 'Your postal code is incomplete.');
  }
}

function validateExpiry(digits: string, today: Date): StripeJsError | undefined {
  if (digits.length < 4) {
    return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
  }
  const month = Number(digits.slice(0, 2));
  const yearsLeft = 2000 + Number(digits.slice(2)) - today.getFullYear();
  if (month < 1 || month > 12) {
    return problem('invalid_expiry_month', "Your card's expiration date is invalid.");
  }
  if (yearsLeft < 0) {
    return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  }
  if (yearsLeft > 50) {
    return problem('invalid_expiry_year', "Your card's expiration year is invalid.");
  }
  if (yearsLeft === 0 && month < today.getMonth() + 1) {
    return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.");
  }
  return undefined;
}

function problem(code: string, message: string): StripeJsError {
  return { type: 'validation_error', code, message };
}
