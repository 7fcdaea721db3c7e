import type { ListedClass } from '@speakifyr/contract/office.ts';
import { read, readPage } from '../../../lib/read.ts';

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
  return readPage('GET /classList', { page, search, filters: { ...filters, sort } });
}

/** Who is in a class: enrolled, holding a seat, or refunded. */
export function classPeopleOptions(id: string) {
  return { ...read('GET /classPeople/:id', { params: { id } }), refetchInterval: LOOK_AGAIN_MS };
}
