import { readPlainCode } from './visible-text.ts';

/** Phone numbers as text. What needs to know the numbers of a country is in phone-numbers.ts, which is large. R243 */

/** Before the digits of an extension: `x12`, `ext. 12`, `#12`, `;ext=12`, and `,12`, which a phone dials after a pause. */
const EXTENSION = /^(.*?\d\)?)\s*(?:;ext=|[,;]+|#|x|ext(?:ension|n)?)[\s.:]*(\d{1,9})#?$/i;

/** @returns a number as typed, in ASCII, without what a link or brackets add */
export function readPlainPhone(typed: string): string {
  return readPlainCode(typed)
    .replace(/^tel:\s*/i, '')
    .replace(/^\((\+\d+)\)/, '$1');
}

/** @param plain a number from `readPlainPhone` @returns its number, and the digits of its extension, or '' */
export function splitExtension(plain: string): { number: string; extension: string } {
  const [, number = plain, extension = ''] = EXTENSION.exec(plain) ?? [];
  return { number, extension };
}

/** @returns the number without the zero in brackets that is only dialed inside the country: `+44 (0)20` */
export function dropTrunkZero(number: string): string {
  return number.replace(/(?<=^(?:\+|00)[\d\s]+)[([]\s*0\s*[)\]]/, ' ');
}

/** The link that dials a number, stored or as people write it; its extension follows after a pause. R243 */
export function linkToPhone(phone: string): string {
  const { number, extension } = splitExtension(readPlainPhone(phone));
  const dialed = dropTrunkZero(number).replace(/[^+\d]/g, '');
  return `tel:${dialed}${extension && `,${extension}`}`;
}
