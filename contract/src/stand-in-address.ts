// Apart from limits.ts, which Home loads.

/** Nobody can own an address with this ending (RFC 2606). */
const NOBODYS = '.invalid';

/** What answers, files and emails say instead of an address that stands for none. R320 */
export const NO_EMAIL = 'no email address';

/**
 * Stands for the address of a family that gave the office none: every account is stored with one of its own. Nobody
 * reads it: `hideStandIns`.
 * @param id its account's, 24 hexadecimal digits
 */
export function standInAddress(id: string): string {
  return `${id.slice(-8)}@no-email${NOBODYS}`;
}

const ID_END = /^[0-9a-f]{8}$/i;
/** Looked for alone: to look for the digits before it, too, would take 50 times as long in an answer of a megabyte. */
const ENDING = /@no-email\.invalid/gi;

/** @param text such as a whole answer. @returns it with `NO_EMAIL` in place of each stand-in */
export function hideStandIns(text: string): string {
  let hidden = '';
  let after = 0;
  for (const { 0: ending, index } of text.matchAll(ENDING)) {
    const start = index - 8;
    if (start < after || !ID_END.test(text.slice(start, index))) continue;
    hidden += text.slice(after, start) + NO_EMAIL;
    after = index + ending.length;
  }
  return after === 0 ? text : hidden + text.slice(after);
}

/** Whether emails can reach an address. */
export function hasMailbox(address: string): boolean {
  return !address.endsWith(NOBODYS) && address !== NO_EMAIL;
}

/** An address as people read it, also that of a deleted account. */
export function sayAddress(address: string): string {
  return hasMailbox(address) ? address : NO_EMAIL;
}
