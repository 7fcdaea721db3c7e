import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DRAWING } from '@speakifyr/contract/drawn-page.ts';
import { readMarkdown } from '@speakifyr/contract/read-markdown.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { TEXT_NAMES, type TextName, type TextPart } from '@speakifyr/contract/text-parts.ts';

/** The texts that a director writes, as Markdown. */
export type Texts = Partial<Record<TextName, string>>;

const NO_TEXTS: Texts = Object.fromEntries(TEXT_NAMES.map((name) => [name, '']));

/** What the texts say now. Like `SCHOOL`: one value for the process, replaced as a whole. */
let texts = NO_TEXTS;

export function setTexts(current: Texts): void {
  texts = current;
}

/** A text as pages draw it, with the facts of the school as it is now. */
export function getText(name: TextName): TextPart[] {
  return readMarkdown(texts[name] ?? '', SCHOOL);
}

/**
 * The texts that a new school starts with: those of client/content, which the build leaves in the web app.
 * @param folder the built web app; without one, a school starts with empty texts
 */
export function readFirstTexts(folder: string | undefined): Texts {
  const file = folder && join(folder, DRAWING.folder, DRAWING.texts);
  if (!file || !existsSync(file)) return NO_TEXTS;
  return { ...NO_TEXTS, ...(JSON.parse(readFileSync(file, 'utf8')) as Texts) };
}
