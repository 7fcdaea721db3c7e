import type { Collections } from '../../database/collections.ts';
import { isDatabaseOutage } from '../../database/outages.ts';
import type { Services } from '../../services.ts';
import { addMails, type NewMail } from '../outbox.ts';
import { EVENTS_AT_ONCE } from '../due-events.repo.ts';

/** How events become lines of the outbox, one by one or several together. */
type Due<T> = {
  list(collections: Collections): Promise<T[]>;
  /** The emails that they cause; always the same ones. `batch`: those of the events before it. */
  describe(due: T, batch: NewMail[]): Promise<NewMail[]>;
  finish(collections: Collections, done: T[]): Promise<void>;
};

/**
 * Adds the lines of all due events, then finishes the events. If the server stops in between, the next look adds the
 * same lines again, which changes nothing. A problem with one event doesn't stop the others.
 * One command adds many lines, so that hundreds of emails at once don't slow down a join.
 * @param signal stops it between two events
 */
export async function addEventMails<T extends { _id: unknown }>(
  { list, describe, finish }: Due<T>,
  services: Services,
  signal?: AbortSignal,
): Promise<void> {
  const { collections } = services.database;
  for (;;) {
    const due = await list(collections);
    const mails: NewMail[] = [];
    const described: T[] = [];
    for (const one of due) {
      if (signal?.aborted) return;
      try {
        mails.push(...(await describe(one, mails)));
        described.push(one);
      } catch (error) {
        if (isDatabaseOutage(error)) throw error;
        services.log.error({ err: error, cause: one._id }, 'an email is not in the outbox yet');
      }
    }
    // Without progress, the next look tries again.
    if (described.length === 0) return;
    await addMails(mails, services);
    await finish(collections, described);
    if (due.length < EVENTS_AT_ONCE) return;
  }
}
