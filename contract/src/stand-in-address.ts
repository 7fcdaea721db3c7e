// Apart from limits.ts, which Home loads.

/** Nobody can own an address with this ending (RFC 2606). */
const NOBODYS = '.invalid';

/** Stands for the address of a family that gave the office none. @param id its account's, 24 hexadecimal digits */
export function standInAddress(id: string): string {
  return `${id.slice(-8)}@no-email${NOBODYS}`;
}

/** Whether emails can reach an address. */
export function hasMailbox(address: string): boolean {
  return !address.endsWith(NOBODYS);
}

/** An address as the office reads it. */
export function sayAddress(address: string): string {
  return hasMailbox(address) ? address : 'no email address';
}
