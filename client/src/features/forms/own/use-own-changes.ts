import type { AskedPerson } from '@speakifyr/contract/forms.ts';
import { useState } from 'react';

/** A file that is handed in or taken back. `seen`: how often the answer was saved before. */
type Change = { id: string; isThere: boolean; seen: number };

/**
 * Tells what this page did to an answer from what somebody else did. Each file changes the answer, and it is read again
 * later, or the reply to a change is lost: then the list of files shows that it has happened. R660
 */
export function useOwnChanges({ seen: stored, files }: Pick<AskedPerson, 'seen' | 'files'>) {
  const [known, setKnown] = useState(stored);
  const [last, setLast] = useState<Change>();
  const isThere = (id: string) => files.some(({ _id }) => _id === id);
  const hasHappened = last !== undefined && isThere(last.id) === last.isThere;
  const own = hasHappened ? Math.max(known, last.seen + 1) : known;
  const seen = Math.max(stored, own);

  /** @param change makes the call; it gets how often the answer was saved before */
  async function make(
    { id, isThere: willBe }: Omit<Change, 'seen'>,
    change: (seen: number) => Promise<unknown>,
  ): Promise<void> {
    setKnown(own);
    setLast({ id, isThere: willBe, seen });
    await change(seen);
    setLast(undefined);
    setKnown(seen + 1);
  }

  return { seen, isThere, make, isByOthers: stored > own, isReadAgain: stored >= seen };
}
