import type { Text, TextName } from '@speakifyr/contract/text-parts.ts';
import { texts as ofPage } from './config.ts';

type Texts = Partial<Record<TextName, Text>>;

let texts: Texts = ofPage ?? {};

/** What the page that was opened says itself, so that its text is there at once. */
export function readPageText(name: TextName): Text | undefined {
  return texts[name];
}

/** For the page that is drawn next, where there is no browser. */
export function setPageTexts(current: Texts = {}): void {
  texts = current;
}
