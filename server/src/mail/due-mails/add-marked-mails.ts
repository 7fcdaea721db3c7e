import type { Collections } from '../../database/collections.ts';
import { isDatabaseOutage } from '../../database/outages.ts';
import type { Services } from '../../services.ts';
import { MARKS_AT_ONCE } from './marks.repo.ts';

/** How the marked documents of one collection become lines of the outbox. */
type Marks<T> = {
  list(collections: Collections): Promise<T[]>;
  /** Adds the lines of one document. May be repeated. */
  add(marked: T, services: Services): Promise<void>;
  unmark(collections: Collections, marked: T): Promise<void>;
};

/**
 * Adds the lines of all marked documents of a collection, then removes the marks. If the server stops in between, the
 * next look adds the same lines again, which changes nothing. A problem with one document doesn't stop the others.
 * @param signal stops it between two documents
 */
export async function addMarkedMails<T extends { _id: unknown }>(
  { list, add, unmark }: Marks<T>,
  services: Services,
  signal?: AbortSignal,
): Promise<void> {
  const { collections } = services.database;
  for (;;) {
    const marked = await list(collections);
    let added = 0;
    for (const document of marked) {
      if (signal?.aborted) return;
      try {
        await add(document, services);
        await unmark(collections, document);
        added += 1;
      } catch (error) {
        if (isDatabaseOutage(error)) throw error;
        services.log.error(
          { err: error, cause: document._id },
          'an email is not in the outbox yet',
        );
      }
    }
    // Without progress, the next look tries again.
    if (marked.length < MARKS_AT_ONCE || added === 0) return;
  }
}
