import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { hasVisible } from '@speakifyr/contract/visible-text.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';
import { call, callList } from '../../../lib/api.ts';

/** Other families that a text finds, without this one. */
export function otherFamiliesOptions(text: string, id: string) {
  return queryOptions({
    queryKey: [...read('GET /search', { query: { text } }).queryKey, 'other than', id],
    queryFn: async () => {
      const { parents } = await call('GET /search', { query: { text } });
      return parents.filter(({ _id, isRemoved }) => _id !== id && !isRemoved);
    },
    enabled: hasVisible(text),
    staleTime: 0,
  });
}

/** The open classes by start day, to choose one. */
export function openClassesOptions() {
  return queryOptions({
    queryKey: [...read('GET /classList').queryKey, 'to choose'],
    queryFn: async () =>
      (
        await callList('GET /classList', {
          query: { status: 'open', sort: 'camp_start', size: MAX_PAGE_SIZE },
        })
      ).items,
    staleTime: 0,
  });
}
