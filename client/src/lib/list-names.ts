/** Several names in a sentence: `Mia, Tom, and Ana`. */
export function listNames(names: string[]): string {
  // Created only here, because every page with a Join button loads this file.
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}
