import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CallArguments, callList, type ListName } from './api.ts';

/** A list's query besides its page. */
type ListQuery<K extends ListName> =
  Input<Contract[K]> extends { query?: infer Query }
    ? Omit<NonNullable<Query>, 'page' | 'size'>
    : never;

/**
 * A page of a list that changes all the time. Until it loads, the previous page stays.
 * @param key the first part of the query key
 */
export function listOptions<K extends ListName>(
  key: string,
  name: K,
  page: number,
  query: ListQuery<K>,
) {
  return queryOptions({
    queryKey: [key, { ...query, page }, name],
    queryFn: () => {
      const input = { query: { ...query, page, size: DEFAULT_PAGE_SIZE } };
      return callList(name, ...([input] as unknown as CallArguments<K>));
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** A list's search and filters as the API wants them: empty ones are left out. */
export function toQuery<Filters extends object>({
  search,
  filters,
}: {
  search: string;
  filters: Filters;
}) {
  const set = Object.entries({ ...filters, search }).filter(([, value]) => value);
  return Object.fromEntries(set) as {
    [Name in keyof Filters]?: Exclude<Filters[Name], undefined>;
  } & { search?: string };
}
