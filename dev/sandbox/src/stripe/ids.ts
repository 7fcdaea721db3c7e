import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new id in Stripe's manner: `pi_` and 24 letters and digits. */
export function createId(prefix: string, length = 24): string {
  const letters = Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return `${prefix}_${letters.join('')}`;
}

/** The time as Stripe writes it: seconds since 1970. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}
