import { INVISIBLE } from './visible-text.ts';

/**
 * The one way to fold letters (accents, capitals, spellings), for the searches and for the names of people who must not collect
 * a child. Both texts are folded, so the result need not be correct in any language. R543
 */

/** Part of a name, and often left out or typed as another one. */
export const APOSTROPHES = /['’‘‛ʼʻʹ`´′׳＇]/gu;

/** Letters that Unicode does not take apart. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  // Arabic, as in Egypt, Iran and Pakistan
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ے: 'ي',
  ک: 'ك',
  ة: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
};
/** How letters are spelled out where a keyboard lacks them. */
const SPELLED_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
/** U+30A1 to U+30F6 are U+3041 to U+3096 in another script. */
const KATAKANA = /[\u30a1-\u30f6]/g;
const TO_HIRAGANA = 0x60;

/** @returns the text without accents, points, vowel marks and invisible characters, with its capitals */
export function dropMarks(text: string): string {
  return text
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(/[\p{M}\u0640]/gu, '');
}

/** @returns letters without marks, in lower case: `Müller` is `muller`, `Straße` is `strasse`, `أحمد` is `احمد` */
export function foldLetters(text: string): string {
  return dropMarks(text)
    .toLowerCase()
    .replace(/[ßæœþøłđðıħٱىیےکةہھە]/gu, (letter) => PLAIN[letter] ?? letter)
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA));
}

/** @returns the text with `ue` for `ü`, not folded: `Müller` is `mueller` */
export function spellOut(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => SPELLED_OUT[letter] ?? letter);
}

/** @param folded from `foldLetters` @returns it with `u` for `ue`: `mueller` is `muller`, and `aas` is `as` */
export function joinSpelledOut(folded: string): string {
  return folded.replace(/([aou])e/gu, '$1').replace(/aa/gu, 'a');
}
