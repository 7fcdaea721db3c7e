import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DRAWING } from '@speakifyr/contract/drawn-page.ts';
import { readMarkdown } from '@speakifyr/contract/read-markdown.ts';
import type { School } from '@speakifyr/contract/school-schema.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { TEXT_NAMES, type TextName, type TextPart } from '@speakifyr/contract/text-parts.ts';

/** The texts that a director writes, as Markdown. */
export type Texts = Partial<Record<TextName, string>>;

const NO_TEXTS: Texts = Object.fromEntries(TEXT_NAMES.map((name) => [name, '']));

/** What the texts say now. Like `SCHOOL`: one value for the process, replaced as a whole. */
let texts = NO_TEXTS;

/** `setSchool` follows: what was read for the school of before is not used anymore. */
export function setTexts(current: Texts): void {
  texts = current;
}

/** Texts that were read already, with the facts of the school that they were read for. */
const read = new WeakMap<School, Map<TextName, TextPart[]>>();

/** A text as pages draw it, with the facts of the school as it is now. Anybody may ask, so it is read once. */
export function getText(name: TextName): TextPart[] {
  const ofSchool = read.get(SCHOOL) ?? new Map<TextName, TextPart[]>();
  read.set(SCHOOL, ofSchool);
  const parts = ofSchool.get(name) ?? readMarkdown(texts[name] ?? '', SCHOOL);
  ofSchool.set(name, parts);
  return parts;
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
