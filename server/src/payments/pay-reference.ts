import { SCHOOL } from '@speakifyr/contract/school.ts';
import { randomInt } from 'node:crypto';
import { MAX_REFERENCE_LENGTH } from '@speakifyr/contract/limits.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Services } from '../services.ts';

/**
 * What a family writes on a bank transfer, so that the office knows whose it is: `RF`, two check digits and eight
 * digits of the account, per ISO 11649. It catches a wrong digit, or two that were swapped.
 */

const DIGITS = 8;
/** Banks leave the spaces out, or put them elsewhere. */
const IN_TEXT = /RF[\s-]?\d(?:[\s-]?\d){9}(?!\d)/gi;

/** @param account eight digits */
function addCheckDigits(account: string): string {
  // R is 27 and F is 15; ISO 7064, modulo 97-10.
  const check = 98 - Number(BigInt(`${account}271500`) % 97n);
  return `RF${String(check).padStart(2, '0')}${account}`;
}

/** The good references in a text, each once, without spaces. */
export function findReferences(text: string): string[] {
  const found = (text.match(IN_TEXT) ?? []).map((one) => one.toUpperCase().replace(/[\s-]/g, ''));
  return [...new Set(found)].filter((one) => addCheckDigits(one.slice(4)) === one);
}

/** A shorter word may be in any text. */
const WORD = /[\p{L}\p{N}]{6,}/u;

/**
 * Whether the text of a transfer names what the office has typed about a payment: the same reference of a family, or
 * all words that were typed, one after the other, if one of them has six characters. The last one may be cut: what the
 * bank wrote is often longer than a reference may be. R323
 */
export function names(text: string, typed: string): boolean {
  const references = findReferences(text);
  if (findReferences(typed).some((one) => references.includes(one))) return true;
  const isCut = [...typed].length >= MAX_REFERENCE_LENGTH;
  const words = spaceWords(typed);
  return WORD.test(typed) && spaceWords(text).includes(isCut ? words.trimEnd() : words);
}

/** Whether the whole texts of two lines may be about one transfer: another format of a bank says more of it, or less. R579 */
export function isAbout(one: string, other: string): boolean {
  const begins = (long: string, short: string) =>
    WORD.test(short) && spaceWords(long).startsWith(spaceWords(short).trimEnd());
  return names(one, other) || names(other, one) || begins(one, other) || begins(other, one);
}

/** The words of a text, with a space before and after each. */
function spaceWords(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

/** As people read and write it: `RF45 1234 5678`. */
function spaceReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, '$1 ');
}

/** How a family sends money; null if the school names no bank account, or the family has no reference yet. */
export function sayTransfer({
  payReference,
}: Pick<UserDocument, 'payReference'>): { account: string; reference: string } | null {
  const account = SCHOOL.money.bankAccount;
  return account && payReference ? { account, reference: spaceReference(payReference) } : null;
}

/**
 * The reference of an account. It gets one when it first needs one, and keeps it.
 * @returns without spaces
 */
export async function giveReference(
  { _id, payReference }: Pick<UserDocument, '_id' | 'payReference'>,
  { database }: Pick<Services, 'database'>,
): Promise<string> {
  if (payReference) return payReference;
  const { users } = database.collections;
  for (;;) {
    const account = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const reference = addCheckDigits(account);
    try {
      await users.updateOne(
        { _id, payReference: { $exists: false } },
        { $set: { payReference: reference } },
      );
    } catch (error) {
      // Another account has it.
      if (isDuplicateKey(error)) continue;
      throw error;
    }
    return (await users.findOne({ _id }))?.payReference ?? reference;
  }
}
