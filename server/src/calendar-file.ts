import { formatAges, formatHours, nameTeacher } from '@speakifyr/contract/format.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { createEvents, type DateArray, type EventAttributes } from 'ics';
import type { ClassSummary, SeatSummary } from './class-facts.ts';
import { cleanLine } from './plain-text.ts';
import { addDays } from './school-time.ts';

/**
 * What a calendar does with a file: add the entry that a person saved (PUBLISH), add or change the entry of a person
 * whom the school invited (REQUEST), or take it out (CANCEL).
 */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';

/** An enrollment, as a calendar names it. */
export type CalendarEntry = ClassSummary & SeatSummary;

/** The last day that a class can have. */
const LAST_DAY = '9999-12-31';

type CalendarOptions = {
  method: CalendarMethod;
  /** Who is enrolled. Not part of a file that they save themselves. */
  attendee?: { name: string; address: string };
  /** The time at which the file is made. */
  madeAt: Date;
};

/**
 * A calendar file (RFC 5545) with one all-day event from the first to the last day of an enrolled class. It names the
 * daily hours in words, because we don't know on which of the days the class takes a break.
 * The event's UID is always the same, so opening the file twice does not make two entries, and a later email changes
 * the entry of an earlier one.
 */
export function buildCalendarFile(
  entry: CalendarEntry,
  { method, attendee, madeAt }: CalendarOptions,
): string {
  const { place, room } = entry;
  const hours = formatHours(entry);
  const description = [
    `Instructor: ${cleanLine(nameTeacher(entry.instructor))}`,
    entry.entryCode && `Entry code: ${entry.entryCode}`,
    hours && `Every day: ${hours}`,
    formatAges(entry),
  ];
  // The library's types leave out `timestamp`.
  const event: EventAttributes & { timestamp: number } = {
    uid: `${entry.calendarId}@speakifyr`,
    // A calendar takes the file with the highest number. Nothing follows after CANCEL.
    sequence: method === 'CANCEL' ? entry.revision + 1 : entry.revision,
    timestamp: madeAt.getTime(),
    start: toDateArray(entry.camp_start),
    // An all-day event ends on the first day after it (section 3.6.1). A year has four digits there.
    end: toDateArray(entry.camp_end === LAST_DAY ? LAST_DAY : addDays(entry.camp_end, 1)),
    title: cleanLine(entry.child ? `${entry.child}: ${entry.name}` : entry.name),
    location: cleanLine(place ? `${place}, Room ${room}` : `Room ${room}`),
    description: description.filter(Boolean).join('\n'),
    status: method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED',
    transp: 'TRANSPARENT',
    ...(attendee && method !== 'PUBLISH' && namePeople(attendee)),
  };
  const { error, value } = createEvents([event], {
    productId: '-//SPEAKIFYR//Summer Camp//EN',
    method,
  });
  if (!value) throw error ?? new Error('The calendar file is empty');
  return value;
}

/** The school invites, and the person has accepted by enrolling, so nobody has to answer. */
function namePeople({ name, address }: { name: string; address: string }) {
  return {
    organizer: { name: cleanParameter(SCHOOL.name), email: SCHOOL.email },
    attendees: [
      {
        name: cleanParameter(name) || address,
        email: address,
        rsvp: false,
        partstat: 'ACCEPTED' as const,
        role: 'REQ-PARTICIPANT' as const,
      },
    ],
  };
}

/** A name in a parameter, where a double quote has no way to be written (section 3.2). */
function cleanParameter(name: string): string {
  return cleanLine(name).replaceAll('"', "'");
}

/** @param day yyyy-mm-dd */
function toDateArray(day: string): DateArray {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return [year, month, date];
}
