import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ClassDocument } from '../database/class-document.ts';
import { addDays, findDayStart, formatIsoDay } from '../school-time.ts';

/**
 * When what was said of somebody must be erased.
 * @param saidAt when it was last said or confirmed
 * @param keepDays how many days it is kept after their last class, or after it was said if that is later
 * @param classes all of theirs; those that an admin removed count too
 * @returns the first moment after those days, in the school's time zone
 */
export function findEraseTime(
  saidAt: Date,
  keepDays: number,
  classes: Pick<ClassDocument, 'camp_end'>[],
): Date {
  const saidOn = formatIsoDay(saidAt, SCHOOL.timeZone);
  const from = classes.reduce((last, { camp_end }) => (camp_end > last ? camp_end : last), saidOn);
  return findDayStart(addDays(from, keepDays + 1), SCHOOL.timeZone);
}
