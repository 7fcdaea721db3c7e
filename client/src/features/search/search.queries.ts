import { keepPreviousData } from '@tanstack/react-query';
import { hasVisible } from '@speakifyr/contract/visible-text.ts';
import { read } from '../../lib/read.ts';

/** What the office finds by a text. A text in which nothing is seen finds nothing, without asking the server. */
export function searchOptions(text: string) {
  return {
    ...read('GET /search', { query: { text } }),
    enabled: canSearch(text),
    // The list stays while somebody types on.
    placeholderData: canSearch(text) ? keepPreviousData : undefined,
  };
}

export function canSearch(text: string): boolean {
  return hasVisible(text);
}
