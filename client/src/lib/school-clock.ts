import { keepFormats } from '@speakifyr/contract/format.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';

const times = keepFormats(
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' }),
);

/** The school's time of day, hh:mm. */
export function readTime(moment: Date): string {
  return times(SCHOOL.timeZone).format(moment);
}

/** The school's time of day in minutes after midnight. */
export function readMinutes(moment: Date): number {
  return toMinutes(readTime(moment));
}

/** @param time hh:mm */
export function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
