import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// By its path: see read-settings.ts.
import { findUnknownFacts } from '../../contract/src/read-markdown.ts';
import { schoolSchema } from '../../contract/src/school-schema.ts';
import { FIRST_SCHOOL } from '../../contract/src/school.ts';
import { PAGE_TEXTS, type PageText } from '../../contract/src/text-parts.ts';

/**
 * The Markdown that a new school starts with, from client/content. R74
 * @param root absolute path of client/
 * @throws {Error} if a text names a fact that there is not, or school.json is not right
 */
export function readFirstTexts(root: string): Record<PageText, string> {
  schoolSchema.parse(FIRST_SCHOOL);
  const read = (name: PageText) => {
    const file = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const text = readFileSync(join(root, 'content', `${file}.md`), 'utf8');
    const [unknown] = findUnknownFacts(text);
    if (unknown) throw new Error(`client/content/${file}.md: there is no fact ${unknown}`);
    return [name, text];
  };
  return Object.fromEntries(PAGE_TEXTS.map(read)) as Record<PageText, string>;
}
