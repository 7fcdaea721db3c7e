import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';

/** @returns what is wrong with a note for the audit log, if anything */
export function checkNote(text: string): string | undefined {
  if (!text.trim()) return 'Say why.';
  if (text.trim().length > MAX_NOTE_LENGTH) return `At most ${MAX_NOTE_LENGTH} characters.`;
  return undefined;
}
