import type { Medicine } from '@speakifyr/contract/children.ts';
import { formatTimeOfDay } from '@speakifyr/contract/format.ts';

/** A medicine that the camp gives, in a line: `10:30 AM: Iron syrup, 5 ml`. */
export function describeMedicine({ what, howMuch, at }: Medicine): string {
  const when = at ? formatTimeOfDay(at) : 'When needed';
  return `${when}: ${[what, howMuch].filter(Boolean).join(', ')}`;
}
