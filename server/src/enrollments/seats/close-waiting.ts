import type { ClassDocument } from '../../database/collections.ts';
import type { EndedEntry } from '../../database/waiting-documents.ts';

/** New values of a class, with the entries of its waiting list that end. */
export type ClassChange = Partial<ClassDocument> & { ended?: EndedEntry[] };

/**
 * Ends the waiting list of a class that nobody can join anymore: everybody who waits, or holds an offered seat that is
 * dropped too.
 */
export function closeWaiting({
  waiting,
  seats,
}: Pick<ClassDocument, 'waiting' | 'seats'>): Pick<ClassChange, 'waiting' | 'ended'> {
  if (!waiting) return {};
  const offered = seats.flatMap((seat) =>
    seat.state === 'held' && seat.offer ? [seat.offer.entry] : [],
  );
  const noted = new Map(
    [...waiting, ...offered].map(({ waitId, userId, people }): [string, EndedEntry] => [
      waitId.toHexString(),
      { waitId, userId, childIds: people.flatMap(({ childId }) => childId ?? []) },
    ]),
  );
  return { waiting: [], ended: [...noted.values()] };
}
