import type { ListedWaitingEntry } from '@speakifyr/contract/waiting.ts';

type Placed = Pick<ListedWaitingEntry, 'priority' | 'joinedAt'>;

/** The contract allows no other priorities. */
const MAX_PRIORITY = 100;

/** The lowest priority that puts an entry before the one above it; undefined if there is none. */
export function raise(entry: Placed, above: Placed | undefined): number | undefined {
  if (!above) return undefined;
  return limit(entry.joinedAt < above.joinedAt ? above.priority : above.priority + 1);
}

/** The highest priority that puts an entry after the one below it; undefined if there is none. */
export function lower(entry: Placed, below: Placed | undefined): number | undefined {
  if (!below) return undefined;
  return limit(entry.joinedAt > below.joinedAt ? below.priority : below.priority - 1);
}

function limit(priority: number): number | undefined {
  return Math.abs(priority) <= MAX_PRIORITY ? priority : undefined;
}
