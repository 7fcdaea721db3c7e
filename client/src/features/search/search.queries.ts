import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { hasVisible } from '@speakifyr/contract/visible-text.ts';
import { call } from '../../lib/api.ts';

/** What the office finds by a text. A text in which nothing is seen finds nothing, without asking the server. */
export function searchOptions(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    queryFn: () => call('GET /search', { query: { text } }),
    enabled: canSearch(text),
    staleTime: 0,
    // The list stays while somebody types on.
    placeholderData: canSearch(text) ? keepPreviousData : undefined,
  });
}

export function canSearch(text: string): boolean {
  return hasVisible(text);
}
