import { hasVisible } from '@speakifyr/contract/visible-text.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';
import { call } from '../../../lib/api.ts';

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
