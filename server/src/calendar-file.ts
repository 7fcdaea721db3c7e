import { listDaysOf } from './class-days.ts';
import { formatAges, formatHours, nameTeacher } from '@speakifyr/contract/format.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import { createEvents, type DateArray, type EventAttributes } from 'ics';
import type { ClassSummary, SeatSummary } from './class-facts.ts';
import { cleanLine } from './plain-text.ts';
import { addDays, DAY_MS, findTime } from './school-time.ts';

/**
 * What a calendar does with a file: add the entry that a person saved (PUBLISH), add or change the entry of a person
 * whom the school invited (REQUEST), or take it out (CANCEL).
 */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';

/** A class with the seats that a family has in it, as a calendar names it: siblings share an entry. */
export type CalendarEntry = ClassSummary & { seats: [SeatSummary, ...SeatSummary[]] };

/** The last day that a class can have. */
const LAST_DAY = '9999-12-31';

type CalendarOptions = {
  method: CalendarMethod;
  /** Who is enrolled. Not part of a file that they save themselves. */
  attendee?: { name: string; address: string };
  /** When the file is made. */
  madeAt: Date;
  /** The school's. */
  timeZone: string;
  /** The name of a calendar that somebody subscribes to. */
  name?: string;
};

/** The library's types leave out `timestamp`. */
type Event = EventAttributes & { timestamp: number };

/**
 * A calendar file (RFC 5545) with a timed entry on each day of each class; an all-day one if its hours are not known.
 * The days of a class are one recurring event. Its UID is always the same, so opening the file twice does not make two
 * entries, and a later email changes an earlier one's entry.
 */
export function buildCalendarFile(entries: CalendarEntry[], options: CalendarOptions): string {
  const { error, value } = createEvents(
    entries.flatMap((entry) => buildEvents(entry, options)),
    {
      productId: '-//SPEAKIFYR//Summer Camp//EN',
      method: options.method,
      ...(options.name && { calName: cleanLine(options.name) }),
    },
  );
  if (typeof value !== 'string') throw error ?? new Error('The calendar file could not be made');
  return value;
}

function buildEvents(entry: CalendarEntry, options: CalendarOptions): Event[] {
  const { method, attendee, madeAt, timeZone } = options;
  const { place, room, seats } = entry;
  const series = listSeries(entry, timeZone);
  const hours = formatHours(entry);
  const description = [
    `Instructor: ${cleanLine(nameTeacher(entry.instructor))}`,
    ...nameCodes(seats),
    series.length === 0 && hours && `Every day: ${hours}`,
    formatAges(entry),
  ];
  const common = {
    // A calendar takes the file with the highest number. Nothing follows after CANCEL.
    sequence: method === 'CANCEL' ? entry.revision + 1 : entry.revision,
    timestamp: madeAt.getTime(),
    title: cleanLine(nameEntry(entry)),
    location: cleanLine(`${place ? `${place}, ` : ''}Room ${room}, ${SCHOOL_ADDRESS}`),
    description: description.filter(Boolean).join('\n'),
    status: method === 'CANCEL' ? ('CANCELLED' as const) : ('CONFIRMED' as const),
    transp: 'TRANSPARENT' as const,
    ...(attendee && method !== 'PUBLISH' && namePeople(attendee)),
  };
  const uid = seats[0].calendarId;
  if (series.length === 0)
    return [
      {
        ...common,
        uid: `${uid}@speakifyr`,
        start: toDateArray(entry.camp_start),
        // An all-day event ends on the first day after it (section 3.6.1). A year has four digits there.
        end: toDateArray(entry.camp_end === LAST_DAY ? LAST_DAY : addDays(entry.camp_end, 1)),
      },
    ];
  return series.map((times, index) => ({
    ...common,
    ...times,
    uid: `${uid}${index > 0 ? `-${index + 1}` : ''}@speakifyr`,
    startOutputType: 'utc',
    endOutputType: 'utc',
  }));
}

/** A class day: both in milliseconds. */
type Meeting = { start: number; end: number };
type Times = Meeting & { recurrenceRule?: string; exclusionDates?: number[] };

/**
 * The days of a class as a daily recurring event, except days in between without class. In UTC, so that no calendar has
 * to know the school's time zone; when the clocks change, another event begins.
 * @returns none if the hours are not known
 */
function listSeries(entry: CalendarEntry, timeZone: string): Times[] {
  const { dailyStart, dailyEnd } = entry;
  if (!dailyStart || !dailyEnd) return [];
  const meetings = listDaysOf(entry).map((day) => ({
    start: findTime(day, dailyStart, timeZone).getTime(),
    end: findTime(day, dailyEnd, timeZone).getTime(),
  }));
  const series: [Meeting, ...Meeting[]][] = [];
  for (const meeting of meetings) {
    const last = series.at(-1);
    if (last && isSameTime(last[0], meeting)) last.push(meeting);
    else series.push([meeting]);
  }
  return series.map(repeat);
}

function isSameTime(one: Meeting, other: Meeting): boolean {
  const isDays = (difference: number) => difference % DAY_MS === 0;
  return isDays(other.start - one.start) && isDays(other.end - one.end);
}

function repeat(meetings: [Meeting, ...Meeting[]]): Times {
  const [{ start, end }] = meetings;
  const last = meetings.at(-1)?.start ?? start;
  const count = (last - start) / DAY_MS + 1;
  const all = Array.from({ length: count }, (_none, index) => start + index * DAY_MS);
  const without = all.filter((at) => !meetings.some((meeting) => meeting.start === at));
  return {
    ...{ start, end },
    ...(count > 1 && { recurrenceRule: `FREQ=DAILY;COUNT=${count}` }),
    ...(without.length > 0 && { exclusionDates: without }),
  };
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** `Guitar`, `Mia: Guitar` or `Leo and Mia: Guitar`. */
function nameEntry({ name, seats }: CalendarEntry): string {
  if (seats.every(({ child }) => child === null)) return name;
  return `${LIST.format(seats.map(({ child }) => child ?? 'You'))}: ${name}`;
}

function nameCodes(seats: SeatSummary[]): string[] {
  return seats.flatMap(({ entryCode, child }) => {
    if (!entryCode) return [];
    const whose = seats.length > 1 ? `, ${cleanLine(child ?? 'you')}` : '';
    return `Entry code${whose}: ${entryCode}`;
  });
}

/** The school invites, and the person accepted by enrolling, so nobody has to answer. */
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

/** A name in a parameter, where a double quote can't be written (section 3.2). */
function cleanParameter(name: string): string {
  return cleanLine(name).replaceAll('"', "'");
}

/** @param day yyyy-mm-dd */
function toDateArray(day: string): DateArray {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return [year, month, date];
}
