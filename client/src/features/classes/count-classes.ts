import { countOf } from '../../lib/count-of.ts';

/** `1 class`, `12 classes`. */
export function countClasses(total: number): string {
  return countOf(total, 'class', 'classes');
}
