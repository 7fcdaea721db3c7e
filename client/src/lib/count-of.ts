/** `1 class`, `2 classes`. @param many if the plural does not just add an s */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
