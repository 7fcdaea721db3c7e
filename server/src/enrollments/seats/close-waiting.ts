import type { ClassDocument } from '../../database/collections.ts';
import type { ClosedEntry } from '../../database/waiting-documents.ts';

/**
 * Ends the waiting list of a class that nobody can join anymore. Everybody who waits, or holds an offered seat that is
 * dropped too, stays noted until the emails about it are in the outbox.
 */
export function closeWaiting({
  waiting,
  closedWaiting = [],
  seats,
}: Pick<ClassDocument, 'waiting' | 'closedWaiting' | 'seats'>): Pick<
  ClassDocument,
  'waiting' | 'closedWaiting'
> {
  if (!waiting) return {};
  const offered = seats.flatMap((seat) =>
    seat.state === 'held' && seat.offer ? [seat.offer.entry] : [],
  );
  const noted = new Map(
    [...waiting, ...offered].map(({ waitId, email, people }): [string, ClosedEntry] => [
      waitId.toHexString(),
      { waitId, email, childIds: people.flatMap(({ childId }) => childId ?? []) },
    ]),
  );
  if (noted.size === 0) return { waiting: [] };
  return { waiting: [], closedWaiting: [...closedWaiting, ...noted.values()] };
}
