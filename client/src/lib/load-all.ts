import { MAX_EXPORT_SIZE } from '@speakifyr/contract/limits.ts';

/** One page of a list; pages count from 1. */
export type LoadPage<Item> = (at: {
  page: number;
  size: number;
}) => Promise<{ items: Item[]; total: number }>;

/**
 * Loads a whole list, page by page. An entry that moves to the next page while it loads is taken once.
 * @param onProgress gets how many entries are loaded, and how many there are
 * @throws an error that `readApiError` can read
 */
export async function loadAll<Item extends { _id: string }>(
  loadPage: LoadPage<Item>,
  onProgress: (loaded: number, total: number) => void,
): Promise<Item[]> {
  const found = new Map<string, Item>();
  for (let page = 1; ; page += 1) {
    const { items, total } = await loadPage({ page, size: MAX_EXPORT_SIZE });
    for (const item of items) found.set(item._id, item);
    if (items.length < MAX_EXPORT_SIZE) return [...found.values()];
    onProgress(found.size, total);
  }
}
