import type { MailContent, MailPart } from '@speakifyr/contract/mail.ts';
import { fillInFacts } from '@speakifyr/contract/read-markdown.ts';
import type { MailWords } from '@speakifyr/contract/school-schema.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { hasMailbox, hideStandIns } from '@speakifyr/contract/stand-in-address.ts';
import { cleanLine, cleanText } from '../plain-text.ts';
import type { Services } from '../services.ts';

/** What every template may use. */
export type MailContext = {
  to: { name: string; address: string };
  /** The site's address, such as https://camp.example, without a slash at its end. */
  publicUrl: string;
  /** The school's, such as `Asia/Dhaka`. */
  timeZone: string;
  /** What the ids of the school's calendar entries end with. */
  entryEnding: string;
  /** What cards are charged in, such as `USD`. */
  currency: string;
  /** When the email is written. */
  now: Date;
  /** What the director adds: the school's, or what is being typed while somebody looks at it. R622, R623 */
  mail: MailWords;
  /** A director sends it to themselves to look at it: it says so first, and has no files. R624 */
  isTest?: true;
  /** Where the recipient turns this kind of email off: an absolute address. Missing for essential emails. */
  turnOffLink?: string;
};

/** A part of a template. A text is a paragraph. What is empty is left out. */
export type Piece = MailPart | string | Piece[] | false | null | undefined;

/** What a template writes. Without a greeting, it is `Hi Rosa Kaplan,`. */
export type Template = { subject: string; greeting?: string; parts: Piece[] };

const ONLY_IN_EMAIL = /\b(this email|attached file)\b/;

/** A fact with its value and, if it has changed, the one before. */
export type Fact = [label: string, value: string, was?: string];

export function writeContent(template: Template, { to }: Pick<MailContext, 'to'>): MailContent {
  const { subject, greeting = greet(to), parts } = template;
  // What only an email can do is left out of a call and of a letter.
  const isCall = !hasMailbox(to.address);
  const shown = listParts(parts).filter(
    (part) => !isCall || part.kind !== 'text' || !ONLY_IN_EMAIL.test(part.text),
  );
  const content: MailContent = { subject, greeting, parts: shown };
  // Of another family, which may have none: the office hears of its payments. R320
  return JSON.parse(hideStandIns(JSON.stringify(content))) as MailContent;
}

/** What templates may use, in this school. */
export function makeContext(
  to: MailContext['to'],
  { environment, now, database }: Services,
  turnOffLink?: string,
): MailContext {
  const { PUBLIC_URL: publicUrl = '' } = environment;
  const { timeZone, currency } = SCHOOL;
  return {
    to,
    publicUrl,
    timeZone,
    entryEnding: database.entryEnding,
    currency,
    now: now(),
    mail: SCHOOL.mail,
    turnOffLink,
  };
}

/** A director's words: paragraphs, and lists whose lines begin with `- `. They stay plain text. R622 */
export function writeWords(typed: string): Piece[] {
  return cleanWords(typed)
    .split(/\n\s*\n/)
    .map((part) => {
      const lines = part.split('\n');
      const isList = lines.every((line) => line.startsWith('- '));
      return isList ? list(lines.map((line) => line.slice(2))) : part;
    });
}

/** How an email ends. R623 */
export function writeSignature({ mail }: Pick<MailContext, 'mail'>): string {
  return cleanWords(mail.signature) || `Warm regards,\n${SCHOOL.name}`;
}

/** A director's text with the facts of the school, and without control characters. */
function cleanWords(typed: string): string {
  return cleanText(fillInFacts(typed, SCHOOL));
}

/** Such as `Hi Rosa Kaplan,`. We can't know which part of a name is the first name. */
function greet({ name }: MailContext['to']): string {
  return `Hi ${cleanLine(name) || 'there'},`;
}

function listParts(pieces: Piece[]): MailPart[] {
  return pieces.flatMap((piece): MailPart[] => {
    if (!piece) return [];
    if (typeof piece === 'string') return [{ kind: 'text', text: piece }];
    return Array.isArray(piece) ? listParts(piece) : [piece];
  });
}

export function facts(rows: (Fact | false | null | undefined)[]): MailPart {
  const told = rows.filter((row) => !!row);
  return {
    kind: 'facts',
    facts: told.map(([label, value, was]) => ({
      label,
      value,
      ...(was !== undefined && { was }),
    })),
  };
}

/** A button. @param path of our site */
export function link(label: string, path: string): MailPart {
  return { kind: 'link', label, path };
}

export function list(items: string[]): MailPart {
  return { kind: 'list', items };
}

/** What somebody wrote. */
export function quote(text: string): MailPart {
  return { kind: 'quote', text: cleanText(text) || '–' };
}
