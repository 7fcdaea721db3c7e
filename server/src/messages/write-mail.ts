import { nameCalendarFile } from '@speakifyr/contract/format.ts';
import { listKinds, type MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { MailContent, MailPart } from '@speakifyr/contract/mail.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { buildCalendarFile } from '../calendar-file.ts';
import type { MailAttachment, OutboxDocument, WrittenMail } from '../database/outbox-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import { listLeftToColleagues } from '../families/own-family.ts';
import { worksInOffice } from '../users/bundles.ts';
import { findUserWithId } from '../users/find-users.ts';
import type { EntryFacts } from '../class-facts.ts';
import type { Services } from '../services.ts';
import {
  type MailContext,
  type Piece,
  writeContent,
  writeSignature,
  writeWords,
} from './content.ts';
import { getMailModule, type PropsOf } from './kinds/all.ts';
import type { Read } from './mail-module.ts';
import { subjectOf } from './parts/say.ts';
import { MailPage } from './mail-page.tsx';
import { getMailChoice, wants } from './mail-choice.ts';

/**
 * Writes an email as it is sent: the content, the same as HTML and as text, and its calendar files.
 * Pure: the same props and context give the same email. R91
 */
export function writeMail<K extends MailKind>(
  kind: K,
  props: PropsOf<K>,
  context: MailContext,
): WrittenMail {
  const mail = getMailModule(kind);
  const template = mail.write(props, context);
  const { before = '', after = '' } = findWords(kind, context);
  const { isTest = false } = context;
  const subject = isTest ? subjectOf('Test: ', template.subject) : template.subject;
  const parts: Piece[] = [isTest && TEST, writeWords(before), template.parts, writeWords(after)];
  const content = writeContent({ ...template, subject, parts }, context);
  return {
    content,
    html: `<!doctype html>${renderToStaticMarkup(createElement(MailPage, { content, context }))}`,
    text: writeText(content, context),
    // Nobody wants an invented class in their calendar.
    attachments: isTest ? [] : attachCalendar(mail.calendar?.(props) ?? {}, context),
  };
}

const TEST =
  'This is a test of an email, which you sent to yourself. Its names, amounts and links are made up.';

/** A director's words; none for a kind that takes none, whatever is stored. R622 */
function findWords(kind: MailKind, { mail }: MailContext): { before?: string; after?: string } {
  return (listKinds('words').includes(kind) && mail.words[kind]) || {};
}

/** One file per calendar entry of an enrollment. Removals come first. */
function attachCalendar(
  { CANCEL = [], REQUEST = [] }: { CANCEL?: EntryFacts[]; REQUEST?: EntryFacts[] },
  { to, now, timeZone, entryEnding }: MailContext,
): MailAttachment[] {
  const entries = [
    ...CANCEL.map((entry) => ({ ...entry, method: 'CANCEL' as const })),
    ...REQUEST.map((entry) => ({ ...entry, method: 'REQUEST' as const })),
  ];
  return entries.map(({ campClass, seat, method }, index) => {
    // The number tells several files of an email apart.
    const name = entries.length > 1 ? `${index + 1} ${campClass.name}` : campClass.name;
    return {
      name: nameCalendarFile(name, seat.entryCode || 'class'),
      type: `text/calendar; charset=utf-8; method=${method}`,
      content: buildCalendarFile([{ ...campClass, seats: [seat] }], {
        method,
        attendee: to,
        madeAt: now,
        timeZone,
        entryEnding,
      }),
    };
  });
}

/** An email for programs that show no HTML. It says what the HTML says. */
function writeText(content: MailContent, context: MailContext): string {
  const { publicUrl, to, turnOffLink } = context;
  return [
    content.greeting,
    ...content.parts.map((part) => writePart(part, publicUrl)),
    writeSignature(context),
    [
      '-- ',
      `${SCHOOL.name}, ${SCHOOL_ADDRESS}`,
      [SCHOOL.email, SCHOOL.phone].filter(Boolean).join(' · '),
      `${publicUrl}/`,
      `We sent this email to ${to.address}.`,
      ...(turnOffLink ? [`Turn off emails like this one: ${turnOffLink}`] : []),
    ].join('\n'),
  ].join('\n\n');
}

function writePart(part: MailPart, publicUrl: string): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'quote':
      return part.text.replace(/^/gm, '> ');
    case 'list':
      return part.items.map((item) => `- ${item}`).join('\n');
    case 'facts':
      return part.facts
        .map(({ label, value, was }) => `${label}: ${was === undefined ? '' : `${was} → `}${value}`)
        .join('\n');
    case 'link':
      return `${part.label}: ${publicUrl}${part.path}`;
  }
}

/** What an email says. With `notSent`, it is written for the person's Messages page, not sent; the text says why. */
export type ReadProps = Read<object> & { notSent?: string };

/**
 * Reads what an email says, just before each try to send it.
 * @returns undefined if it is no longer true or wanted, so nobody may get it
 */
export async function readProps(
  { cause, userId }: Pick<OutboxDocument, 'cause' | 'userId'>,
  services: Services,
): Promise<ReadProps | undefined> {
  const mail = getMailModule(cause.kind);
  if (mail.readForAnyone && !(userId && mail.read)) return mail.readForAnyone(cause, services);
  const user = userId && (await findUserWithId(userId, services));
  if (!user || user.status === 'deleting' || user.status === 'deleted') return undefined;
  if (mail.isForAdmins && !worksInOffice(user)) return undefined;
  if (mail.isForAdmins && (await isForColleagues(cause, user, services))) return undefined;
  if (mail.choice && mail.choice !== 'news' && !wants(mail.choice, user)) return undefined;
  const reader = { user, rights: await readFamilyRights(user, services) };
  const read = await mail.read?.(cause, reader, services);
  const isUnwanted = mail.choice === 'news' && !getMailChoice(user).news;
  return read && { ...read, ...(isUnwanted && { notSent: 'Turned off news' }) };
}

/** Whether an email to the office is about a child of the reader's own family: the others hear of it. R712 */
async function isForColleagues(
  { childId }: OutboxDocument['cause'],
  reader: UserDocument,
  services: Services,
): Promise<boolean> {
  if (!(childId instanceof ObjectId)) return false;
  return (await listLeftToColleagues(reader, services)).some((id) => id.equals(childId));
}
