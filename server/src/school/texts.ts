import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_CONSENTS, FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { DRAWING } from '@speakifyr/contract/drawn-page.ts';
import { readMarkdown } from '@speakifyr/contract/read-markdown.ts';
import type { School, VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { FIRST_SCHOOL, SCHOOL } from '@speakifyr/contract/school.ts';
import {
  PAGE_TEXTS,
  type Text,
  TEXT_NAMES,
  type TextName,
} from '@speakifyr/contract/text-parts.ts';
import { startsAsDemo } from '../of-the-demo.ts';

/** The texts that a director writes, as Markdown. */
export type Texts = Partial<Record<TextName, string>>;

/** What of the school says which version a text has. */
type Versions = Pick<VersionedSchool, 'termsDate' | 'textVersions'>;

/** Without pages, a family agrees to something all the same. */
const FIRST_TEXTS: Texts = {
  ...Object.fromEntries(TEXT_NAMES.map((name) => [name, ''])),
  ...FIRST_CONSENTS,
};

/** What the texts say now. Like `SCHOOL`: one value for the process, replaced as a whole. */
let current: { texts: Texts; versions: Versions } = {
  texts: FIRST_TEXTS,
  versions: FIRST_SCHOOL,
};

/** `setSchool` follows: what was read for the school of before is not used anymore. */
export function setTexts(texts: Texts, versions: Versions): void {
  current = { texts, versions };
}

/** The version of a text. Those of before there were versions have the first one, and terms their day. R621 */
export function nameVersion(name: TextName, { termsDate, textVersions }: Versions): string {
  return name === 'terms' ? termsDate : (textVersions?.[name] ?? FIRST_TEXT_VERSION);
}

/** Texts that were read already, with the facts of the school that they were read for. */
const read = new WeakMap<School, Map<TextName, Text>>();

/** A text as pages draw it, with the facts of the school as it is now. Anybody may ask, so it is read once. */
export function getText(name: TextName): Text {
  const ofSchool = read.get(SCHOOL) ?? new Map<TextName, Text>();
  read.set(SCHOOL, ofSchool);
  const text = ofSchool.get(name) ?? {
    version: nameVersion(name, current.versions),
    parts: readMarkdown(current.texts[name] ?? '', SCHOOL),
  };
  ofSchool.set(name, text);
  return text;
}

/**
 * The texts that a new school starts with: those of client/content, which the build leaves in the web app, and the consents.
 * @param folder the built web app; without one, a school starts with empty pages
 */
export function readFirstTexts(folder: string | undefined): Texts {
  const file = folder && join(folder, DRAWING.folder, DRAWING.texts);
  if (!file || !existsSync(file)) return FIRST_TEXTS;
  return { ...FIRST_TEXTS, ...(JSON.parse(readFileSync(file, 'utf8')) as Texts) };
}

/**
 * The pages that still are those that the software came with, also if they were saved with others, which trims them. A school
 * may have none: that is not the demo's. R606, R607
 * @param first those of `readFirstTexts`
 */
export function listTextsOfDemo(texts: Texts, first: Texts): TextName[] {
  if (!startsAsDemo()) return [];
  const read = (of: Texts, name: TextName) => of[name]?.trim() ?? '';
  return PAGE_TEXTS.filter(
    (name) => read(first, name) !== '' && read(texts, name) === read(first, name),
  );
}
