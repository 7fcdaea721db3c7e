import type { HookDelivery } from '@speakifyr/contract/webhooks.ts';
import { queryOptions } from '@tanstack/react-query';
import { readList } from '../../lib/read.ts';

/** How often the page looks while something is on its way, in milliseconds. */
const LOOK_EVERY_MS = 3_000;
/** How many deliveries a webhook shows at first, and how many more each time. */
const SHOWN = 10;

/** The last deliveries of a webhook. While one is due now, they reload by themselves. */
export function deliveriesOptions(id: string, pages: number) {
  return queryOptions({
    ...readList('GET /webhooks/:id/deliveries', {
      params: { id },
      query: { page: 1, size: SHOWN * pages },
    }),
    refetchInterval: ({ state }) => state.data?.items.some(isDueNow) && LOOK_EVERY_MS,
  });
}

function isDueNow({ nextAt }: HookDelivery): boolean {
  return nextAt !== null && Date.parse(nextAt) < Date.now() + 60_000;
}
