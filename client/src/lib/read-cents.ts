/**
 * Reads an amount of money that somebody typed.
 * @param text such as `49`, `49.5` or `49,50`, in whole currency units
 * @returns integer cents, or undefined if it is not an amount
 */
export function readCents(text: string): number | undefined {
  const typed = text.trim().replace(',', '.');
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(typed)) return undefined;
  return Math.round(Number(typed) * 100);
}

/** The same for a call, whose schema then says what is wrong. @returns integer cents; NaN if it is not an amount */
export function readTypedCents(text: string): number {
  return readCents(text) ?? Number.NaN;
}

/** An amount as it stands in a field: `49`, `49.50`. @param cents integer */
export function writeCents(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
