import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new id like Stripe's: `pi_` and 24 letters and digits. */
export function createId(prefix: string, length = 24): string {
  const letters = Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return `${prefix}_${letters.join('')}`;
}

/** The current time in seconds since 1970, as Stripe has it. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}
