/** What a credit note is called: `C-000123`. */
export function nameCreditNote(no: number): string {
  return `C-${String(no).padStart(6, '0')}`;
}
