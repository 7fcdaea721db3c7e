import type { Collections } from '../../database/collections.ts';
import { isDatabaseOutage } from '../../database/outages.ts';
import type { Services } from '../../services.ts';
import { addMails, type NewMail } from '../outbox.ts';
import { MARKS_AT_ONCE } from '../marks.repo.ts';

/** How the marked documents of one collection become lines of the outbox. */
type Marks<T> = {
  list(collections: Collections): Promise<T[]>;
  /** The emails that one document causes; always the same ones. */
  describe(marked: T, services: Services): Promise<NewMail[]>;
  unmark(collections: Collections, marked: T[]): Promise<void>;
};

/**
 * Adds the lines of all marked documents of a collection, then removes the marks. If the server stops in between, the
 * next look adds the same lines again, which changes nothing. A problem with one document doesn't stop the others.
 * One command adds many lines, so that hundreds of emails at once don't slow down a join.
 * @param signal stops it between two documents
 */
export async function addMarkedMails<T extends { _id: unknown }>(
  { list, describe, unmark }: Marks<T>,
  services: Services,
  signal?: AbortSignal,
): Promise<void> {
  const { collections } = services.database;
  for (;;) {
    const marked = await list(collections);
    const mails: NewMail[] = [];
    const described: T[] = [];
    for (const document of marked) {
      if (signal?.aborted) return;
      try {
        mails.push(...(await describe(document, services)));
        described.push(document);
      } catch (error) {
        if (isDatabaseOutage(error)) throw error;
        services.log.error(
          { err: error, cause: document._id },
          'an email is not in the outbox yet',
        );
      }
    }
    // Without progress, the next look tries again.
    if (described.length === 0) return;
    await addMails(mails, services);
    await unmark(collections, described);
    if (marked.length < MARKS_AT_ONCE) return;
  }
}
