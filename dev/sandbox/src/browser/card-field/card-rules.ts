import type { StripeJsError } from '../messages.ts';

/** The inputs of the card field. */
export type InputName = 'number' | 'expiry' | 'cvc';

/** How many digits each input takes. All test cards of the sandbox are like this. */
export const DIGITS: Record<InputName, number> = { number: 16, expiry: 4, cvc: 3 };

/** The brand of a number, which may be incomplete. All test cards of the sandbox are Visa cards. */
export function findBrand(digits: string): 'visa' | 'unknown' {
  return digits.startsWith('4') ? 'visa' : 'unknown';
}

/** Only the digits of a text. */
export function keepDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** A card number in groups of four digits. */
export function formatNumber(text: string): string {
  const digits = keepDigits(text).slice(0, DIGITS.number);
  return digits.replace(/\d{4}(?=\d)/g, '$& ');
}

/** Typed, pasted or filled in, a date becomes `MM / YY`. @param deleting adds no slash: Backspace gets past it */
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

/** What is wrong with an input, in Stripe's words. @param today a card is valid until the end of its month */
export function validateInput(
  name: InputName,
  value: string,
  today: Date,
): StripeJsError | undefined {
  const digits = keepDigits(value);
  const isFull = digits.length === DIGITS[name];
  switch (name) {
    case 'number':
      if (!isFull) return problem('incomplete_number', 'Your card number is incomplete.');
      return passesLuhn(digits)
        ? undefined
        : problem('invalid_number', 'Your card number is invalid.');
    case 'expiry':
      if (!isFull)
        return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
      return validateExpiry(digits, today);
    case 'cvc':
      return isFull
        ? undefined
        : problem('incomplete_cvc', "Your card's security code is incomplete.");
  }
}

function validateExpiry(digits: string, today: Date): StripeJsError | undefined {
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
