import { tabStorage } from '../../../lib/storage.ts';

/** Keeps what a person has written to a class until it is sent or the tab is closed, even if they must log in again. */

/** What somebody writes. */
export type MessageDraft = { subject: string; text: string };

/** Who writes, and to what: a class's id, or several classes. */
export type DraftPlace = { author: string; to: string };

export function readDraft(place: DraftPlace): MessageDraft {
  try {
    const kept: unknown = JSON.parse(tabStorage.read(nameKey(place)) ?? '');
    if (isDraft(kept)) return kept;
  } catch {
    // There is none.
  }
  return { subject: '', text: '' };
}

export function keepDraft(place: DraftPlace, { subject, text }: MessageDraft): void {
  tabStorage.write(nameKey(place), JSON.stringify({ subject, text }));
}

export function forgetDraft(place: DraftPlace): void {
  tabStorage.remove(nameKey(place));
}

/** With the author's address: another person who logs in here does not see it. */
function nameKey({ author, to }: DraftPlace): string {
  return `class-message ${author} ${to}`;
}

function isDraft(kept: unknown): kept is MessageDraft {
  if (typeof kept !== 'object' || kept === null || !('subject' in kept) || !('text' in kept))
    return false;
  return typeof kept.subject === 'string' && typeof kept.text === 'string';
}
