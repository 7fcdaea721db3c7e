import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { listEnrolledOn } from '../seats/find-seat.ts';
import { readPhotos } from '../families/photo-store.ts';
import type { Services } from '../services.ts';
import { openDayList } from './open-day-list.ts';

type DayPhotos = Output<Contract['GET /dayList/:classId/:day/photos']>;

/**
 * The photos of the children who are expected in a class on one of its days. The readers are those of the day list, and
 * are recorded in the same way. R421
 * @param which.classId 24 hexadecimal digits
 * @param which.day yyyy-mm-dd
 * @returns none if the class does not meet on that day
 * @throws {ApiError} as `findClassLookedAfter`
 */
export async function getDayPhotos(
  which: { classId: string; day: string },
  reader: UserDocument,
  services: Services,
): Promise<DayPhotos> {
  const { campClass, isMeeting } = await openDayList(which, reader, services);
  const seats = isMeeting ? listEnrolledOn(campClass, which.day) : [];
  const photos = await readPhotos(
    seats.flatMap(({ childId }) => childId ?? []),
    services,
  );
  return {
    photos: [...photos].map(([personId, { photoId, jpeg }]) => ({ personId, photoId, jpeg })),
  };
}
