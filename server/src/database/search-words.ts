import { isEastAsian } from '@speakifyr/contract/alphabets.ts';
import {
  APOSTROPHES,
  foldLetters,
  joinSpelledOut,
  spellOut,
} from '@speakifyr/contract/fold-letters.ts';
import { dropTrunkZero, readPlainPhone, splitExtension } from '@speakifyr/contract/phone-text.ts';
import { matchText } from './lists.ts';

/**
 * How people are found by name and phone. Each document has its folded words in `searchWords`, with an index. What
 * somebody types is folded the same way, and each typed word must begin one of the document's words. So word order,
 * double spaces, accents, apostrophes and the way a phone number is written don't matter. R543
 */

/** The fewest digits that are looked for as a phone number. */
const MIN_DIGITS = 4;
/** How many last digits of a phone number count: the rest may be a country code, or a zero in its place. */
const MAX_DIGITS = 9;
/** The longest name that is written without spaces, with some room. A longer one would have too many endings. */
const MAX_LETTERS_OF_NAME = 16;
/** A word that has become shorter than this with `o` for `oe` begins too many others. */
const MIN_LETTERS_OF_START = 4;

/** A typed word, which one of the stored words begins with, or is. */
export type SoughtWord = { text: string; isWhole?: boolean };

/** The words of a person's document. R220 */
export function listSearchWords({ name, phone = '' }: { name: string; phone?: string }): string[] {
  return [
    ...new Set([
      ...splitWords(name),
      // O'Brien is found as O Brien, too, and Mary-Jane as Maryjane.
      ...splitWords(name.replace(APOSTROPHES, ' ')),
      ...splitWords(name.replace(/[\p{P}\p{S}]/gu, '')),
      ...listGivenNames(name),
      ...listEndings(readDigits(phone)).slice(0, -MIN_DIGITS + 1),
    ]),
  ];
}

/** The words of a payment: of the payer's name and of each part of their address. R220 */
export function listPayerWords(payer: { studentName: string; email: string }): string[] {
  const words = listSearchWords({ name: payer.studentName });
  return [...new Set([...words, ...splitWords(payer.email)])];
}

/** In Chinese, Japanese and Korean no space is before the given name: 太郎 of 山田太郎. */
function listGivenNames(name: string): string[] {
  return name
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((run) => isEastAsian(run) && [...run].length <= MAX_LETTERS_OF_NAME)
    .flatMap(listEndings)
    .map(foldLetters);
}

/** A text from each of its letters on, so that it is found by any run of them. */
function listEndings(text: string): string[] {
  const letters = [...text];
  return letters.map((_letter, start) => letters.slice(start).join(''));
}

/**
 * What somebody typed, in each way in which it may be stored: Müller as `muller` and `mueller`, and Mueller, too. A person
 * is found by all words of one of them. The longest word comes first: it finds the fewest.
 */
export function readWords(typed: string): SoughtWord[][] {
  const words = spellWords(typed).sort(([one], [other]) => other.length - one.length);
  if (words.length === 0) return [];
  const readings = [0, 1, 2].map((way) =>
    words.map(([plain, ...others]) => {
      const text = [plain, ...others][way] ?? plain;
      return text !== plain && text.length < MIN_LETTERS_OF_START
        ? { text, isWhole: true }
        : { text };
    }),
  );
  return [...new Map(readings.map((reading) => [JSON.stringify(reading), reading])).values()];
}

/** The same words, if a document's must not only begin with them. */
export function asWhole(words: SoughtWord[]): SoughtWord[] {
  return words.map(({ text }) => ({ text, isWhole: true }));
}

/** @returns each typed word as it is folded, with its letters spelled out, and with spelled-out letters as one */
export function spellWords(typed: string): [plain: string, spelledOut: string, joined: string][] {
  const spelledOut = splitWords(spellOut(typed));
  return splitWords(typed).map((word, place) => [
    ...([word, spelledOut[place] ?? word, joinSpelledOut(word)] as const),
  ]);
}

/** The digits to look for if somebody typed a phone number, or null. */
export function readPhone(typed: string): SoughtWord | null {
  if (!/^[\d\s()+./-]+$/.test(splitExtension(readPlainPhone(typed)).number)) return null;
  // Without the zero that is only dialed inside a country: a stored number has none.
  const digits = readDigits(typed).replace(/^0+/, '');
  return digits.length < MIN_DIGITS ? null : { text: digits.slice(-MAX_DIGITS) };
}

/** The digits of a number, stored or typed, without those of its extension. */
function readDigits(phone: string): string {
  return dropTrunkZero(splitExtension(readPlainPhone(phone)).number).replace(/\D/g, '');
}

/** Whether each of these words begins, or is, one of a document's words. */
export function hasWords(searchWords: string[], words: SoughtWord[]): boolean {
  return words.every(({ text, isWhole }) =>
    searchWords.some((one) => (isWhole ? one === text : one.startsWith(text))),
  );
}

/** As `hasWords`, for a filter. At least one word. */
export function matchWords(words: SoughtWord[]) {
  return {
    $and: words.map(({ text, isWhole }) => ({
      searchWords: isWhole ? text : { $elemMatch: startsWith(text) },
    })),
  };
}

/** What may be a name as it is typed. */
const NAME = /^[\p{L}\p{M}\p{N}\s'’.,-]+$/u;

/**
 * The ways to find what somebody typed in texts whose words are in `searchWords`, each with an index. `anywhere` reads
 * every document, so it is only for what the words don't find. R220
 * @param fields the texts
 */
export function matchTyped(
  typed: string,
  fields: string[],
): Record<'byWords' | 'anywhere', object[]> {
  const anywhere = fields.map((field) => ({ [field]: matchText(typed) }));
  return {
    byWords: [
      // Many have the end of an address.
      ...readWords(typed.replace(/(?<=\w)@.*$/, '')).map((words) => ({
        ...matchWords(words),
        // The words of an address, say, mean nothing without what is between them.
        ...(!NAME.test(typed) && { $or: anywhere }),
      })),
      // Written by an older version.
      { searchWords: null, $or: anywhere },
    ],
    anywhere,
  };
}

/** Matches a text that begins with another one. An index finds it. */
export function startsWith(text: string): { $gte: string; $lt: string } {
  return { $gte: text, $lt: `${text}\uFFFF` };
}

/** Words without accents and apostrophes, in lower case: `Chefs’ Río` is `chefs`, `rio`. */
export function splitWords(text: string): string[] {
  return foldLetters(text.replace(APOSTROPHES, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
