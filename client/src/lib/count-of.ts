/** `1 class`, `2 classes`. @param many if it has not just an s more */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
