import { dropTrunkZero, readPlainPhone, splitExtension } from '@speakifyr/contract/phone-text.ts';

/**
 * How people are found by name and phone. Each document has its folded words in `searchWords`, with an index. What
 * somebody types is folded the same way, and each typed word must begin one of the document's words. So word order,
 * double spaces, accents, apostrophes and the way a phone number is written don't matter.
 */

/** The fewest digits that are looked for as a phone number. */
const MIN_DIGITS = 4;
/** How many last digits of a phone number count: the rest may be a country code, or a zero in its place. */
const MAX_DIGITS = 9;

const APOSTROPHES = /['’‘ʼ`´′]/gu;
/** Letters that have no accent to strip. */
const PLAIN: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i' },
};

/** The words of a person's document. */
export function listSearchWords({ name, phone = '' }: { name: string; phone?: string }): string[] {
  const digits = readDigits(phone);
  // Every ending of the number, so that it is found by any run of its digits.
  const endings = Array.from({ length: Math.max(0, digits.length - MIN_DIGITS + 1) }, (_, start) =>
    digits.slice(start),
  );
  return [
    ...new Set([
      ...splitWords(name),
      // O'Brien is found as O Brien, too, and Mary-Jane as Maryjane.
      ...splitWords(name.replace(APOSTROPHES, ' ')),
      ...splitWords(name.replace(/[\p{P}\p{S}]/gu, '')),
      ...endings,
    ]),
  ];
}

/** The words that somebody typed, the longest first: it finds the fewest. */
export function readWords(typed: string): string[] {
  return splitWords(typed).sort((a, b) => b.length - a.length);
}

/** The digits to look for if somebody typed a phone number, or null. */
export function readPhone(typed: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(splitExtension(readPlainPhone(typed)).number)) return null;
  // Without the zero that is only dialed inside a country: a stored number has none.
  const digits = readDigits(typed).replace(/^0+/, '');
  return digits.length < MIN_DIGITS ? null : digits.slice(-MAX_DIGITS);
}

/** The digits of a number, stored or typed, without those of its extension. */
function readDigits(phone: string): string {
  return dropTrunkZero(splitExtension(readPlainPhone(phone)).number).replace(/\D/g, '');
}

/** Whether each of these words begins one of a document's words. */
export function hasWords(searchWords: string[], words: string[]): boolean {
  return words.every((word) => searchWords.some((one) => one.startsWith(word)));
}

/** As `hasWords`, for a filter. At least one word. */
export function matchWords(words: string[]) {
  return { $and: words.map((word) => ({ searchWords: { $elemMatch: startsWith(word) } })) };
}

/** Matches a text that begins with another one. An index finds it. */
export function startsWith(text: string): { $gte: string; $lt: string } {
  return { $gte: text, $lt: `${text}\uFFFF` };
}

/** Words without accents and apostrophes, in lower case: `Chefs’ Río` is `chefs`, `rio`. */
export function splitWords(text: string): string[] {
  const folded = text.replace(APOSTROPHES, '').normalize('NFKD').toLowerCase();
  return folded
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœþøłđðı]/gu, (letter) => PLAIN[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
