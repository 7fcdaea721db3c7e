import type { ClassDocument } from '../../database/collections.ts';
import { addDays, findDayStart, readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';

/** Which day of a class is the last one to join it, by the setting JOIN_UNTIL. */
export function findLastDay({
  environment,
}: Pick<Services, 'environment'>): 'camp_start' | 'camp_end' {
  return environment.JOIN_UNTIL === 'start' ? 'camp_start' : 'camp_end';
}

/** Whether the last day of a class has passed, by the school's calendar. */
export function isOver(
  { camp_end }: Pick<ClassDocument, 'camp_end'>,
  services: Pick<Services, 'environment' | 'now'>,
): boolean {
  return camp_end < readToday(services);
}

/** Whether it is too late to join a class, by the school's calendar. */
export function hasJoiningEnded(
  campClass: Pick<ClassDocument, 'camp_start' | 'camp_end'>,
  services: Pick<Services, 'environment' | 'now'>,
): boolean {
  return campClass[findLastDay(services)] < readToday(services);
}

/** The first moment after a class's last day, in the school's time zone. */
export function findClassEnd(
  { camp_end }: Pick<ClassDocument, 'camp_end'>,
  { environment }: Pick<Services, 'environment'>,
): Date {
  return findDayStart(addDays(camp_end, 1), environment.SCHOOL_TIME_ZONE);
}
