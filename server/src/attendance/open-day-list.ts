import { listClassDays } from '@speakifyr/contract/class-days.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { recordReading } from '../events/record-reading.ts';
import { findClassLookedAfter } from '../families/looks-after.ts';
import type { Services } from '../services.ts';

/**
 * The class of a day list, for those who may see it. The audit log records the reader before anything is read, once a
 * day, as for the care sheet. R421
 * @param which.classId 24 hexadecimal digits
 * @param which.day yyyy-mm-dd
 * @returns also all days of the class, and whether it meets on that day
 * @throws {ApiError} as `findClassLookedAfter`
 */
export async function openDayList(
  { classId, day }: { classId: string; day: string },
  reader: UserDocument,
  services: Services,
): Promise<{ campClass: ClassDocument; days: string[]; isMeeting: boolean }> {
  const campClass = await findClassLookedAfter(classId, reader, 'day list', services);
  const days = listClassDays(campClass);
  const isMeeting = days.includes(day);
  const about = { id: campClass._id, target: campClass.name };
  if (isMeeting) await recordReading('read day list', about, reader, services);
  return { campClass, days, isMeeting };
}
