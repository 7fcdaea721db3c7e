import * as shared from '@speakifyr/contract/format.ts';
import type { ClassFacts } from '@speakifyr/contract/classes.ts';
import { timeZone } from './config.ts';

/** The hours of each day: `9:00 AM – 3:00 PM Dhaka time`, `From 9:00 AM …` or `Until 3:00 PM …`; undefined if unknown. */
export function formatHours(
  hours: Pick<ClassFacts, 'dailyStart' | 'dailyEnd'>,
): string | undefined {
  return shared.formatHours(hours, timeZone);
}
