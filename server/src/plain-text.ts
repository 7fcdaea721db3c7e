/** Texts that people typed, made safe for subjects, names and calendar files. */

/** Control characters, line breaks, and characters that change the direction of the text around them. */
const UNWANTED = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** A name or title as one line of plain text. R91 */
export function cleanLine(text: string): string {
  return text.replace(UNWANTED, ' ').replace(/\s+/gu, ' ').trim();
}

/** What somebody wrote, with its line breaks, without other control characters. */
export function cleanText(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  return lines
    .map((line) => line.replace(UNWANTED, ' ').trimEnd())
    .join('\n')
    .trim();
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts a text at the end of a visible character. @param length in UTF-16 units, including the `…` */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length > length - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
