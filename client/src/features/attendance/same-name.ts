/**
 * Whether two names are the same for the screen: capitals, accents, spaces and the order of the words don't matter. The
 * server decides by its own rule; this only says it before anything is sent.
 */
export function isSameName(one: string, other: string): boolean {
  return fold(one) === fold(other) && fold(one) !== '';
}

function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');
}
