import { createHmac, randomInt } from 'node:crypto';
import { CLAIM_LENGTH, CLAIM_LETTERS } from '@speakifyr/contract/families.ts';
import type { Services } from './services.ts';

/** Codes that people read and type. The database only has a hash of each. */

/** A new code: 30 to the power of 12, and a few tries an hour: nobody guesses one. */
export function makeShortCode(): string {
  return Array.from(
    { length: CLAIM_LENGTH },
    () => CLAIM_LETTERS[randomInt(CLAIM_LETTERS.length)],
  ).join('');
}

/** As people read it: `K7QM-2ZPA-9RXC`. */
export function spellShortCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/**
 * What is kept of a code.
 * @param text what the code is for, and the code: so a code for one thing works for nothing else
 */
export function hashCode(text: string, { environment }: Pick<Services, 'environment'>): string {
  return createHmac('sha256', environment.JWT_SECRET).update(text).digest('base64url');
}
