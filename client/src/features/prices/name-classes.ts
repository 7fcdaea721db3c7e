import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { countOf } from '../../lib/count-of.ts';
import { listNames } from '../../lib/list-names.ts';

/** With more classes than this, a row only says how many they are. */
const FEW_CLASSES = 3;

/** `For all classes`, `Only for Sailing`, `Only for 3 classes: Sailing and Pottery`, `Only for 12 classes` */
export function nameClasses({ classIds }: { classIds: string[] }, classes: ClassChoice[]): string {
  if (classIds.length === 0) return 'For all classes';
  const chosen = classes.filter(({ _id }) => classIds.includes(_id));
  // A class has the same name in each of its weeks.
  const names = [...new Set(chosen.map(({ name }) => name))];
  const isShort = chosen.length === classIds.length && names.length <= FEW_CLASSES;
  if (isShort && chosen.length === 1) return `Only for ${listNames(names)}`;
  const count = countOf(classIds.length, 'class', 'classes');
  return `Only for ${count}${isShort ? `: ${listNames(names)}` : ''}`;
}
