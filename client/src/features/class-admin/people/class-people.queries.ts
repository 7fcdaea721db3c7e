import type { ListedClass } from '@speakifyr/contract/office.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { listOptions, toQuery } from '../../../lib/list.queries.ts';
import { useChange } from '../../../lib/use-change.ts';

/** How often a class loads again, in milliseconds: seats are joined, paid for and freed all the time. */
const LOOK_AGAIN_MS = 15_000;

export type ClassStatus = ListedClass['status'];

/** A page of the classes with one status: open ones and drafts by start day, archived ones latest first. */
export function classListOptions({
  page,
  search,
  ...filters
}: {
  search: string;
  status: ClassStatus;
  /** `coming`, a year, or undefined for all. */
  season: string | undefined;
  page: number;
}) {
  const sort = filters.status === 'archived' ? '-camp_start' : 'camp_start';
  const query = toQuery({ search, filters: { ...filters, sort } as const });
  return listOptions('classList', 'GET /classList', page, query);
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

/** Releases a held seat of a class; given its cart id. */
export function useReleaseHold(classId: string) {
  return useChange(
    ['classPeople', 'classList', 'adminClasses', 'classes', 'popularcl', 'auditLog', 'payments'],
    (cartId: string) =>
      call('DELETE /classHolds/:classId/:cartId', { params: { classId, cartId } }),
  );
}
