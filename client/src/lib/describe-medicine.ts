import type { Medicine } from '@speakifyr/contract/children.ts';
import { formatTimeOfDay } from '@speakifyr/contract/format.ts';

/** A medicine that the camp gives, in a line: `10:30 AM: Iron syrup, 5 ml`. */
export function describeMedicine(medicine: Medicine): string {
  return `${nameDoseTime(medicine)}: ${nameDose(medicine)}`;
}

/** When it is given: `10:30 AM`. */
export function nameDoseTime({ at }: Pick<Medicine, 'at'>): string {
  return at ? formatTimeOfDay(at) : 'When needed';
}

/** What and how much: `Iron syrup, 5 ml`. */
export function nameDose({ what, howMuch }: Pick<Medicine, 'what' | 'howMuch'>): string {
  return [what, howMuch].filter(Boolean).join(', ');
}
