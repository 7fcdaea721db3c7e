import { nameCalendarFile } from '@speakifyr/contract/format.ts';
import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { buildCalendarFile, type CalendarMethod } from '../calendar-file.ts';
import type { MailAttachment, WrittenMail } from '../database/outbox-document.ts';
import { type MailContext, writeContent } from './content.ts';
import { writeText } from './text-version.ts';
import { getMail, type PropsOf } from './kinds/all.ts';
import type { Entries } from './mail-module.ts';
import { MailPage } from './mail-page.tsx';
import type { EntryFacts } from './parts/props.ts';

/**
 * Writes an email as it is sent: the content, the same as HTML and as text, and its calendar files.
 * Pure: the same props and context give the same email.
 */
export function writeMail<K extends MailKind>(
  kind: K,
  props: PropsOf<K>,
  context: MailContext,
): WrittenMail {
  const mail = getMail(kind);
  const content = writeContent(mail.write(props, context), context);
  return {
    content,
    html: `<!doctype html>${renderToStaticMarkup(createElement(MailPage, { content, context }))}`,
    text: writeText(content, context),
    attachments: attachCalendar(mail.calendar?.(props) ?? [], context),
  };
}

/** The calendar entries of enrollments: made when a seat is paid or moved, changed, or taken away with class or payment. */
function attachCalendar(entries: Entries, context: MailContext): MailAttachment[] {
  return entries.map(([method, entry], index) => {
    const isOne = entries.length === 1;
    return makeCalendar(method, entry, isOne ? undefined : index + 1, context);
  });
}

/** @param number tells several files of an email apart */
function makeCalendar(
  method: CalendarMethod,
  { campClass, seat }: EntryFacts,
  number: number | undefined,
  { to, now, timeZone }: MailContext,
): MailAttachment {
  const name = number ? `${number} ${campClass.name}` : campClass.name;
  return {
    name: nameCalendarFile(name, seat.entryCode || 'class'),
    type: `text/calendar; charset=utf-8; method=${method}`,
    content: buildCalendarFile([{ ...campClass, seats: [seat] }], {
      ...{ method, attendee: to, madeAt: now, timeZone },
    }),
  };
}
