import { nameCalendarFile } from '@speakifyr/contract/format.ts';
import type { MailKind } from '@speakifyr/contract/limits.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { buildCalendarFile, type CalendarMethod } from '../calendar-file.ts';
import type { ClassSummary, SeatSummary } from '../class-facts.ts';
import type { MailAttachment, WrittenMail } from '../database/outbox-document.ts';
import { writeText } from './letter-text.ts';
import type { FactsOf, LetterContext, LetterFacts } from './letters/facts.ts';
import { MailPage } from './mail-page.tsx';
import { writeLetter } from './write-letter.ts';

/**
 * Writes an email as it is sent: the letter, the same as HTML and as text, and its calendar file.
 * Pure: the same facts and context give the same email.
 */
export function writeMail<K extends MailKind>(
  kind: K,
  facts: FactsOf<K>,
  context: LetterContext,
): WrittenMail {
  const letter = writeLetter(kind, facts, context);
  return {
    letter,
    html: `<!doctype html>${renderToStaticMarkup(createElement(MailPage, { letter, context }))}`,
    text: writeText(letter, context),
    attachments: attachCalendar(kind, facts, context),
  };
}

/** The calendar entries of enrollments: made when a seat is paid, changed, or taken away with class or payment. */
function attachCalendar(
  kind: MailKind,
  facts: LetterFacts[MailKind],
  context: LetterContext,
): MailAttachment[] {
  const method = METHODS[kind];
  if (!method) return [];
  const entries = listEntries(facts);
  return entries.map((entry, index) => {
    const isOne = entries.length === 1;
    return makeCalendar(method, entry, isOne ? undefined : index + 1, context);
  });
}

type Entry = { campClass: ClassSummary; seat: SeatSummary };

function listEntries(facts: LetterFacts[MailKind]): Entry[] {
  if ('items' in facts) return facts.items.filter((item) => item.outcome === 'given');
  if ('lost' in facts) return facts.lost.flatMap(({ entry }) => entry ?? []);
  if (!('campClass' in facts)) return [];
  return facts.seats.map((seat) => ({ campClass: facts.campClass, seat }));
}

const METHODS: Partial<Record<MailKind, CalendarMethod>> = {
  paid: 'REQUEST',
  'class changed': 'REQUEST',
  'class canceled': 'CANCEL',
  refunded: 'CANCEL',
};

/** @param number tells several files of an email apart */
function makeCalendar(
  method: CalendarMethod,
  { campClass, seat }: Entry,
  number: number | undefined,
  { to, timeZone, now }: LetterContext,
): MailAttachment {
  const name = number ? `${number} ${campClass.name}` : campClass.name;
  return {
    name: nameCalendarFile(name, seat.entryCode || 'class'),
    type: `text/calendar; charset=utf-8; method=${method}`,
    content: buildCalendarFile(
      { ...campClass, ...seat },
      { method, attendee: to, timeZone, madeAt: now },
    ),
  };
}
