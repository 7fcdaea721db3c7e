import type { ListedClass } from '@speakifyr/contract/office.ts';
import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

/** How often a class loads again, in milliseconds: seats are joined, paid for and freed all the time. */
const LOOK_AGAIN_MS = 15_000;

export type ClassStatus = ListedClass['status'];

/** A page of the classes with one status: open ones and drafts by start day, archived ones latest first. */
export function classListOptions(wanted: {
  search: string;
  status: ClassStatus;
  /** `coming`, a year, or undefined for all. */
  season: string | undefined;
  page: number;
}) {
  const { search, status, season, page } = wanted;
  return queryOptions({
    queryKey: ['classList', wanted],
    queryFn: () =>
      callList('GET /classList', {
        query: {
          page,
          size: DEFAULT_PAGE_SIZE,
          status,
          sort: status === 'archived' ? '-camp_start' : 'camp_start',
          ...(season && { season }),
          ...(search && { search }),
        },
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Who is in a class: enrolled, holding a seat, or refunded. */
export function classPeopleOptions(id: string) {
  return queryOptions({
    queryKey: ['classPeople', id],
    queryFn: () => call('GET /classPeople/:id', { params: { id } }),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Gives a held seat of a class back; given its cart id. */
export function useReleaseHold(classId: string) {
  const refresh = useRefresh([
    'classPeople',
    'classList',
    'adminClasses',
    'classes',
    'popularcl',
    'auditLog',
    'payments',
  ]);
  return useMutation({
    networkMode: 'always',
    mutationFn: (cartId: string) =>
      call('DELETE /classHolds/:classId/:cartId', { params: { classId, cartId } }),
    // Also after a refusal: the seat was paid for or is free already.
    onSettled: refresh,
  });
}
