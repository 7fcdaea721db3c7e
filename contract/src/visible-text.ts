/** Nobody sees these: fillers, joiners, directions, the empty pattern of Braille, a note without a head. */
export const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2800\u{1d159}]/gu;

/** Whether a text has a letter, a digit or a sign that people see. A mark alone, such as an accent, is none. R542 */
export function hasVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(INVISIBLE, ''));
}

/**
 * What somebody types or pastes where only plain letters can be meant. Computers put marks that nobody sees around what
 * is copied.
 * @returns the text without them, with ordinary spaces, letters and digits for those of full width, and no space at its ends
 */
export function readPlain(typed: string): string {
  return typed.normalize('NFKC').replace(/\s/gu, ' ').replace(INVISIBLE, '').trim();
}

/** @returns a number or a code as typed, in ASCII: as `readPlain`, with digits of every script and every dash. R541 */
export function readPlainCode(typed: string): string {
  return readPlain(typed)
    .replace(/\p{Nd}/gu, readDigit)
    .replace(/[\p{Pd}\u2212\u30fc]/gu, '-');
}

/** In each script, the ten digits follow one another. */
function readDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}
