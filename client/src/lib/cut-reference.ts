import { MAX_REFERENCE_LENGTH } from '@speakifyr/contract/limits.ts';

/** The beginning of a transfer's text, as the reference with which the office books it. */
export function cutReference(text: string): string {
  return [...text].slice(0, MAX_REFERENCE_LENGTH).join('');
}
