import type { ClassFacts } from '@speakifyr/contract/classes.ts';
import { nameZone } from './format.ts';

/** `Ages 8–12`, `Ages 8 and up`, `Ages up to 12` or `Age 8`; undefined if the class names no age. */
export function formatAges({
  ageFrom,
  ageTo,
}: Pick<ClassFacts, 'ageFrom' | 'ageTo'>): string | undefined {
  if (ageFrom === null) return ageTo === null ? undefined : `Ages up to ${ageTo}`;
  if (ageTo === null) return `Ages ${ageFrom} and up`;
  return ageFrom === ageTo ? `Age ${ageFrom}` : `Ages ${ageFrom}–${ageTo}`;
}

/** The hours of each day: `9:00 AM – 3:00 PM Dhaka time`, `From 9:00 AM …` or `Until 3:00 PM …`; undefined if unknown. */
export function formatHours({
  dailyStart,
  dailyEnd,
}: Pick<ClassFacts, 'dailyStart' | 'dailyEnd'>): string | undefined {
  if (dailyStart && dailyEnd)
    return nameZone(`${formatTime(dailyStart)} – ${formatTime(dailyEnd)}`);
  if (dailyStart) return nameZone(`From ${formatTime(dailyStart)}`);
  return dailyEnd ? nameZone(`Until ${formatTime(dailyEnd)}`) : undefined;
}

/** @param time `14:05` @returns `2:05 PM` */
function formatTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}
