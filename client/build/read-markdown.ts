import mdx from '@mdx-js/rollup';
import type { Plugin } from 'vite';
// By its path: see read-settings.ts.
import { SCHOOL, SCHOOL_ADDRESS } from '../../contract/src/school.ts';
import { schoolSchema } from '../../contract/src/school-schema.ts';

/** What `{{name}}` and the like in client/content stand for. */
const FACTS: Record<string, string> = {
  name: SCHOOL.name,
  seller: SCHOOL.seller,
  address: SCHOOL_ADDRESS,
  phone: SCHOOL.phone,
  email: SCHOOL.email,
  hours: SCHOOL.hours,
  mapLink: SCHOOL.mapLink,
  termsDate: new Date(SCHOOL.termsDate).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }),
};

/**
 * Turns Markdown files into React components while the app is built, so that visitors load neither Markdown nor a
 * parser. HTML in a file is left out. R74
 * @throws {Error} if school.json is not right
 */
export function readMarkdown(): Plugin {
  schoolSchema.parse(SCHOOL);
  return { enforce: 'pre', ...mdx({ format: 'md', remarkPlugins: [fillInFacts] }) } as Plugin;
}

/** A part of a Markdown file: a text, a link, or something with parts of its own. */
type MarkdownNode = { value?: string; url?: string; children?: MarkdownNode[] };

/** Puts the school's facts into texts and the addresses of links. */
function fillInFacts() {
  return function fillIn(node: MarkdownNode): void {
    if (node.value !== undefined) node.value = fillInText(node.value);
    if (node.url !== undefined) node.url = fillInText(node.url);
    node.children?.forEach(fillIn);
  };
}

/** @throws {Error} if a name is not one of the facts */
function fillInText(text: string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = FACTS[name];
    if (fact === undefined) throw new Error(`client/content: there is no fact {{${name}}}`);
    return fact;
  });
}
