import type { ImportKind } from '@speakifyr/contract/import-fields.ts';
import { countOf } from '../../../lib/count-of.ts';

/** `1 family`, `20 classes`. */
export function countMade(count: number, kind: ImportKind): string {
  return kind === 'families'
    ? countOf(count, 'family', 'families')
    : countOf(count, 'class', 'classes');
}
