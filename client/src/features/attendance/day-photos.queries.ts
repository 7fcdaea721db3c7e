import type { DayPerson } from '@speakifyr/contract/attendance.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { readToday } from '../../lib/format.ts';
import { forgetKept } from './device-store.ts';
import type { ClassDay } from './attendance.queries.ts';
import { type Kept, loadOrRead, nameKeptPhotos } from './kept-lists.ts';

type DayPhotos = Kept<Output<Contract['GET /dayList/:classId/:day/photos']>>;

/** How soon to try again if the photos did not come, in milliseconds. */
const TRY_AGAIN_MS = 30_000;

/**
 * The photos of a day list. The list loads again and again, a photo only when the list names a new one. Today's are
 * kept on the phone like the list.
 * @param photoIds those that the list names
 */
function dayPhotosOptions(classId: string, day: string, photoIds: string[]) {
  const isCurrent = (photos: DayPhotos | undefined) => photos !== undefined && !photos.isOld;
  return queryOptions({
    queryKey: ['dayPhotos', classId, day, photoIds.join()],
    queryFn: async (): Promise<DayPhotos> => {
      const name = nameKeptPhotos(classId, day);
      if (photoIds.length > 0)
        return loadOrRead(
          name,
          () => call('GET /dayList/:classId/:day/photos', { params: { classId, day } }),
          () => day === readToday(),
        );
      await forgetKept(name);
      return { photos: [] };
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: ({ state }) => (isCurrent(state.data) ? false : TRY_AGAIN_MS),
  });
}

/**
 * R421
 * @returns finds somebody's photo on this list, as an address for an image; undefined if there is none, or not yet
 */
export function useDayPhotos({
  classId,
  day,
  people,
}: ClassDay): (person: DayPerson) => string | undefined {
  // A list that an older app has kept names none.
  const photoIds = people.flatMap(({ photoId }) => photoId ?? []);
  const { data } = useQuery({
    ...dayPhotosOptions(classId, day, photoIds),
    // The other faces stay while a new one loads.
    placeholderData: keepPreviousData,
  });
  return ({ personId, photoId }) => {
    const found = data?.photos.find((photo) => photo.personId === personId);
    return found && found.photoId === photoId ? `data:image/jpeg;base64,${found.jpeg}` : undefined;
  };
}
