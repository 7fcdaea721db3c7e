/** Nobody sees these: fillers, joiners, directions, the empty pattern of Braille. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2800]/gu;

/**
 * What somebody types or pastes where only plain letters can be meant: an address, a code, a number. Computers put marks
 * that nobody sees around what is copied.
 * @returns the text without them, with ordinary spaces, letters and digits for those of full width, and no space at its ends
 */
export function readPlain(typed: string): string {
  return typed.normalize('NFKC').replace(/\s/gu, ' ').replace(INVISIBLE, '').trim();
}
