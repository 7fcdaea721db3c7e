import { nameCalendarFile } from '@speakifyr/contract/format.ts';
import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { buildCalendarFile, type CalendarMethod } from '../calendar-file.ts';
import type { MailAttachment, WrittenMail } from '../database/outbox-document.ts';
import { writeText } from './letter-text.ts';
import type { EntryFacts, FactsOf, LetterContext, LetterFacts } from './letters/facts.ts';
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

/** The calendar entries of enrollments: made when a seat is paid or moved, changed, or taken away with class or payment. */
function attachCalendar(
  kind: MailKind,
  facts: LetterFacts[MailKind],
  context: LetterContext,
): MailAttachment[] {
  const entries = listEntries(kind, facts);
  return entries.map(([method, entry], index) => {
    const isOne = entries.length === 1;
    return makeCalendar(method, entry, isOne ? undefined : index + 1, context);
  });
}

type Entries = [CalendarMethod, EntryFacts][];

function listEntries(kind: MailKind, facts: LetterFacts[MailKind]): Entries {
  if ('isSameClass' in facts) return listMoved(facts);
  const method = METHODS[kind];
  if (!method) return [];
  return listChanged(facts).map((entry) => [method, entry]);
}

function listChanged(facts: LetterFacts[MailKind]): EntryFacts[] {
  if ('items' in facts) return facts.items.filter((item) => item.outcome === 'given');
  if ('booked' in facts) return facts.booked;
  if ('lost' in facts) return facts.lost.flatMap(({ entry }) => entry ?? []);
  if ('entry' in facts) return facts.entry ? [facts.entry] : [];
  if (!('seats' in facts) || !('campClass' in facts) || !Array.isArray(facts.seats)) return [];
  return facts.seats.map((seat) => ({ campClass: facts.campClass, seat }));
}

/** An entry that only changes is not taken out first. */
function listMoved({ from, to }: LetterFacts['seat moved']): Entries {
  const isChange = to !== null && from?.seat.calendarId === to.seat.calendarId;
  return [
    ...(from && !isChange ? ([['CANCEL', from]] satisfies Entries) : []),
    ...(to ? ([['REQUEST', to]] satisfies Entries) : []),
  ];
}

const METHODS: Partial<Record<MailKind, CalendarMethod>> = {
  paid: 'REQUEST',
  'seat booked': 'REQUEST',
  'class changed': 'REQUEST',
  'class canceled': 'CANCEL',
  'seat canceled': 'CANCEL',
  refunded: 'CANCEL',
};

/** @param number tells several files of an email apart */
function makeCalendar(
  method: CalendarMethod,
  { campClass, seat }: EntryFacts,
  number: number | undefined,
  { to, now, timeZone }: LetterContext,
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
