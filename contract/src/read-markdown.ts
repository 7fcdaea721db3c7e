import type { Nodes, PhrasingContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { nameDate } from './format.ts';
import type { School } from './school-schema.ts';
import { writeAddress } from './school.ts';
import { CONSENT_FACTS, type ConsentName } from './consents.ts';
import type { TextName, TextPart, TextTag } from './text-parts.ts';

type Facts = Pick<
  School,
  'name' | 'seller' | 'address' | 'phone' | 'email' | 'hours' | 'mapLink' | 'termsDate'
>;

/** What `{{name}}` and the like in a text stand for. */
const FACTS: Record<string, (school: Facts) => string> = {
  name: ({ name }) => name,
  seller: ({ seller }) => seller,
  address: writeAddress,
  phone: ({ phone }) => phone,
  email: ({ email }) => email,
  hours: ({ hours }) => hours,
  mapLink: ({ mapLink }) => mapLink,
  // Of its version.
  termsDate: ({ termsDate }) => nameDate(termsDate.slice(0, 10)),
};
/** A picture of the app. The policy of our pages lets browsers load few others. */
const OWN_PICTURE = /^\/pictures\/[\w./-]+$/;
const FACT = /\{\{(\w+)\}\}/g;

/** A text with the facts of the school in it. */
export function fillInFacts(text: string, school: Facts): string {
  return text.replace(FACT, (all, name: string) => FACTS[name]?.(school) ?? all);
}

/**
 * The names in a text that stand for nothing, such as `{{fax}}`.
 * @param more what is filled in later, such as `child`
 */
export function findUnknownFacts(markdown: string, more: string[] = []): string[] {
  return [...markdown.matchAll(FACT)].flatMap(([all, name = '']) =>
    name in FACTS || more.includes(name) ? [] : [all],
  );
}

/** What is wrong with a text as a director typed it. R605, R620 */
export function findTextProblem(name: TextName, markdown: string): string | undefined {
  const more = name in CONSENT_FACTS ? CONSENT_FACTS[name as ConsentName] : [];
  const unknown = findUnknownFacts(markdown, more);
  if (unknown.length > 0) {
    const known = [...Object.keys(FACTS), ...more].map((fact) => `{{${fact}}}`);
    return `There is no ${unknown.join(', ')}. Write ${known.slice(0, -1).join(', ')} or ${known.at(-1)}.`;
  }
  if (more.length === 0) return undefined;
  const [first] = fromMarkdown(markdown).children;
  if (first?.type !== 'paragraph')
    return 'A consent begins with the sentence that somebody agrees to, and not with a title, a list or nothing.';
  if (name !== 'partsConsent') return undefined;
  if (markdown.length > MAX_PARTS_CONSENT)
    return `Must have at most ${MAX_PARTS_CONSENT} characters: it is kept with each payment.`;
  const missing = more.filter((fact) => !markdown.includes(`{{${fact}}}`));
  return missing.length > 0
    ? `Say what is charged and when: write ${missing.map((fact) => `{{${fact}}}`).join(' and ')}.`
    : undefined;
}

/** It is kept as a whole with what was paid. */
const MAX_PARTS_CONSENT = 1_200;

/**
 * Reads Markdown (CommonMark) as parts. HTML is left out, and so is every link that leads elsewhere than to a page of ours,
 * a site, an email address or a phone. Of a picture that is not ours, what it shows stays. R605
 * @param markdown with the school's facts as `{{phone}}`
 */
export function readMarkdown(markdown: string, school: Facts): TextPart[] {
  const fillIn = (text: string) => fillInFacts(text, school);
  const readAll = (nodes: Nodes[]) => nodes.flatMap(read);
  const element = (tag: TextTag, nodes: Nodes[]): TextPart[] => [{ tag, parts: readAll(nodes) }];

  function read(node: Nodes): TextPart[] {
    switch (node.type) {
      case 'text':
      case 'inlineCode':
        return [fillIn(node.value)];
      case 'heading':
        return element(`h${Math.min(node.depth, 3)}` as TextTag, node.children);
      case 'paragraph':
        return element('p', node.children);
      case 'code':
        return [{ tag: 'p', parts: [fillIn(node.value)] }];
      case 'list':
        return element(node.ordered ? 'ol' : 'ul', node.children);
      case 'listItem':
        return element('li', node.spread ? node.children : unwrap(node.children));
      case 'strong':
        return element('strong', node.children);
      case 'emphasis':
        return element('em', node.children);
      case 'blockquote':
        return element('blockquote', node.children);
      case 'thematicBreak':
        return element('hr', []);
      case 'break':
        return element('br', []);
      case 'image':
        return OWN_PICTURE.test(node.url)
          ? [{ tag: 'img', href: node.url, parts: [node.alt ?? ''] }]
          : [node.alt ?? ''];
      case 'link':
        return readLink(fillIn(node.url), node.children);
      default:
        return 'children' in node && node.type !== 'root' ? readAll(node.children) : [];
    }
  }

  function readLink(href: string, children: PhrasingContent[]): TextPart[] {
    const parts = readAll(children);
    return isSafe(href) ? [{ tag: 'a', href, parts }] : parts;
  }

  return readAll(fromMarkdown(markdown).children);
}

/** A short item of a list is one line. */
function unwrap(nodes: Nodes[]): Nodes[] {
  return nodes.flatMap((node) => (node.type === 'paragraph' ? node.children : node));
}

/** `//` begins the address of another site. */
function isSafe(href: string): boolean {
  return /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i.test(href);
}
