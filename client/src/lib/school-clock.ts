import { SCHOOL } from '@speakifyr/contract/school.ts';

/** The school's time of day, hh:mm. */
export function readTime(moment: Date): string {
  return moment.toLocaleTimeString('sv-SE', {
    timeZone: SCHOOL.timeZone,
    hour: '2-digit',
    minute: '2-digit',
  });
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
