/** `1 class`, `12 classes`. */
export function countClasses(total: number): string {
  return total === 1 ? '1 class' : `${total} classes`;
}
