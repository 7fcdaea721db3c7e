import { hasMixedAlphabets, lookLatin, soundLatin } from './alphabets.ts';
import { APOSTROPHES, dropMarks, foldLetters, joinSpelledOut } from './fold-letters.ts';
import { hasVisible, INVISIBLE } from './visible-text.ts';

/**
 * Names of people: what may be entered, and whether two of them may be the same person's. Only for people whom nobody
 * knows by an id. R460, R462
 */

/** In these scripts, two of them are part of how a word is written. */
const JOINED =
  /([\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d]/gu;

/** What is wrong with the name of a person as somebody typed it; undefined if nothing is. */
export function findNameProblem(name: string): string | undefined {
  if (!hasVisible(name)) return 'Name is required';
  if (name.replace(JOINED, '$1').search(INVISIBLE) >= 0)
    return 'The name has a character that nobody can see. Please type it again.';
  if (hasMixedAlphabets(name)) return 'Please write the name in one alphabet.';
  return undefined;
}

/**
 * The same person's, possibly the same person's, or another one's. In doubt: one of them has more words, an initial in
 * place of a name, another part of a double name, or is spelled differently from another alphabet.
 */
export type NameMatch = 'same' | 'in doubt' | 'different';

/** Titles, and what stands before a family name. */
const SAYS_LITTLE = new Set(
  (
    'dr prof mr mrs ms miss mx sir madam herr frau hr fr ing dipl med phd md jr sr junior senior ii iii iv ' +
    'von van de der den del della di da dos du la le el al bin ibn ben st'
  ).split(' '),
);

/** A word in each way in which it may be written. */
type Word = { exact: string[]; loose: string[] };

/** Compares two names, whatever their order, marks, capitals, hyphens, titles and initials are. R462 */
export function compareNames(one: string, other: string): NameMatch {
  const [a, b] = [readName(one), readName(other)];
  if (a.words.length === 0 || b.words.length === 0) return 'different';
  if (a.whole.some((text) => b.whole.includes(text)) || isSameList(a.words, b.words)) return 'same';
  const [few, many] = a.words.length <= b.words.length ? [a.words, b.words] : [b.words, a.words];
  if (few.every((word) => many.some((another) => isAlike(word, another)))) return 'in doubt';
  const [first, ...rest] = a.words;
  const [otherFirst, ...otherRest] = b.words;
  // Two parts of a double name.
  const isSameFirst = first && otherFirst && isAlike(first, otherFirst);
  return isSameFirst && rest.some((word) => otherRest.some((another) => isAlike(word, another)))
    ? 'in doubt'
    : 'different';
}

/** `whole`: all letters in a row, with initials and titles, and without. */
function readName(name: string): { words: Word[]; whole: string[] } {
  // `Byron, Nora`
  const [family = '', ...given] = dropMarks(name).split(',');
  const words = [...given, family]
    .join(' ')
    .replace(APOSTROPHES, '')
    .split(/[^\p{L}\p{N}|]+/u)
    .filter(Boolean);
  const names = words.filter((word) => !isInitial(word));
  const telling = names.filter((word) => !SAYS_LITTLE.has(word.toLowerCase()));
  const kept = [telling, names, words].find((list) => list.length > 0) ?? [];
  const whole = [kept, words].flatMap((list) => {
    const all = list.map(readWord);
    return [0, -1].map((way) => all.map(({ exact }) => exact.at(way)).join(''));
  });
  return { words: kept.map(readWord), whole };
}

/** Chinese, Japanese and Korean names have words of one letter. */
function isInitial(word: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u.test(word);
}

function readWord(word: string): Word {
  const hasLetter = /\p{L}/u.test(word);
  const exact = [word, ...(hasLetter ? [lookLatin(word)] : [])].map(foldWord);
  return { exact, loose: [...exact, foldWord(soundLatin(word.toLowerCase()))].map(soundAlike) };
}

/** A German writes Müller as Mueller, everybody else as Muller. */
const foldWord = (word: string) => joinSpelledOut(foldLetters(word));

/** One spelling for what sounds or looks nearly the same. */
function soundAlike(word: string): string {
  return word
    .replace(/([a-z])\1+/gu, '$1')
    .replace(/t?s?ch|[sz]h/gu, 's')
    .replace(/ph/gu, 'f')
    .replace(/kh/gu, 'h')
    .replace(/ck|[cq]/gu, 'k')
    .replace(/x/gu, 'ks')
    .replace(/ou/gu, 'u')
    .replace(/w/gu, 'v')
    .replace(/iu/gu, 'u')
    .replace(/[jyl]/gu, 'i');
}

function isAlike(one: Word, other: Word): boolean {
  return one.loose.some((text) => other.loose.includes(text));
}

/** Whether the words are the same, in any order. */
function isSameList(some: Word[], others: Word[]): boolean {
  if (some.length !== others.length) return false;
  const left = [...others];
  return some.every(({ exact }) => {
    const place = left.findIndex((other) => exact.some((text) => other.exact.includes(text)));
    return place >= 0 && left.splice(place, 1).length === 1;
  });
}
