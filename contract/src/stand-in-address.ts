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

const STAND_INS = /[0-9a-f]{8}@no-email\.invalid/gi;

/** @param text such as a whole answer. @returns it with `NO_EMAIL` in place of each stand-in */
export function hideStandIns(text: string): string {
  return text.replace(STAND_INS, NO_EMAIL);
}

/** Whether emails can reach an address. */
export function hasMailbox(address: string): boolean {
  return !address.endsWith(NOBODYS) && address !== NO_EMAIL;
}

/** An address as people read it, also that of a deleted account. */
export function sayAddress(address: string): string {
  return hasMailbox(address) ? address : NO_EMAIL;
}
