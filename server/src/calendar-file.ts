import { formatAges, formatHours, nameTeacher } from '@speakifyr/contract/format.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import ICAL from 'ical.js';
import { buildZone } from './calendar-zone.ts';
import { listClassDays } from '@speakifyr/contract/class-days.ts';
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
  /** What the ids of the school's entries end with: `Database.entryEnding`. */
  entryEnding: string;
  /** The name of a calendar that somebody subscribes to. */
  name?: string;
};

/** Adds a property to an event. @param parameters by name, such as `cn` */
type Add = (name: string, value: Value, parameters?: Record<string, string>) => void;
type Value = string | number | ICAL.Time | ICAL.Recur;

/**
 * A calendar file (RFC 5545) with a timed entry on each day of each class; an all-day one if its hours are not known.
 * The days of a class are one recurring event in the school's time zone, so they have one UID, and no day of an earlier
 * version is left when the class has fewer. The UID is always the same, so opening the file twice does not make two
 * entries, and a later email changes an earlier one's entry. R280, decisions/0104. R92
 */
export function buildCalendarFile(entries: CalendarEntry[], options: CalendarOptions): string {
  const calendar = new ICAL.Component('vcalendar');
  const { method, name, timeZone } = options;
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  calendar.addPropertyWithValue('prodid', `-//${SCHOOL.name}//Summer Camp//EN`);
  calendar.addPropertyWithValue('method', method);
  if (name) calendar.addPropertyWithValue('x-wr-calname', cleanLine(name));
  calendar.addPropertyWithValue('x-published-ttl', 'PT1H');
  const meetings = entries.flatMap((entry) => listMeetings(entry));
  const moments = meetings.map(({ day, start }) => findTime(day, start, timeZone)).toSorted(byTime);
  const [first] = moments;
  const last = moments.at(-1);
  if (first && last) calendar.addSubcomponent(buildZone(timeZone, first, last));
  for (const entry of entries) calendar.addSubcomponent(buildEvent(entry, options));
  return `${calendar.toString()}\r\n`;
}

function byTime(one: Date, other: Date): number {
  return one.getTime() - other.getTime();
}

function buildEvent(entry: CalendarEntry, options: CalendarOptions): ICAL.Component {
  const { method, attendee, madeAt, timeZone, entryEnding } = options;
  const { place, room, seats } = entry;
  const meetings = listMeetings(entry);
  const hours = formatHours(entry);
  const description = [
    `Instructor: ${cleanLine(nameTeacher(entry.instructor))}`,
    ...nameCodes(seats),
    meetings.length === 0 && hours && `Every day: ${hours}`,
    formatAges(entry),
  ];
  const event = new ICAL.Component('vevent');
  const add: Add = (name, value, parameters = {}) => {
    const property = new ICAL.Property(name);
    for (const [key, text] of Object.entries(parameters)) property.setParameter(key, text);
    property.setValue(value);
    event.addProperty(property);
  };
  add('uid', seats[0].calendarId + entryEnding);
  add('dtstamp', ICAL.Time.fromJSDate(madeAt, true));
  if (meetings.length > 0) addTimes(add, meetings, timeZone);
  else if (entry.days) addWholeDays(add, entry.days);
  else {
    add('dtstart', ICAL.Time.fromDateString(entry.camp_start));
    // An all-day event ends on the first day after it (section 3.6.1). A year has four digits there.
    const end = entry.camp_end === LAST_DAY ? LAST_DAY : addDays(entry.camp_end, 1);
    add('dtend', ICAL.Time.fromDateString(end));
  }
  // A calendar takes the file with the highest number. Nothing follows after CANCEL.
  add('sequence', method === 'CANCEL' ? entry.revision + 1 : entry.revision);
  add('summary', cleanLine(nameEntry(entry)));
  add('location', cleanLine(`${place ? `${place}, ` : ''}Room ${room}, ${SCHOOL_ADDRESS}`));
  add('description', description.filter(Boolean).join('\n'));
  add('status', method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED');
  add('transp', 'TRANSPARENT');
  if (attendee && method !== 'PUBLISH') addPeople(add, attendee);
  return event;
}

/** A class day, with its hours by the school's clock: HH:MM. */
type Meeting = { day: string; start: string; end: string };

/** @returns none if the hours are not known */
function listMeetings(entry: CalendarEntry): Meeting[] {
  const { dailyStart: start, dailyEnd: end } = entry;
  if (!start || !end) return [];
  return listClassDays(entry).map((day) => ({ day, start, end }));
}

/** The days of a class as a daily recurring event, except days in between without class. */
function addTimes(add: Add, meetings: Meeting[], timeZone: string): void {
  const [{ day: first, start, end }] = meetings as [Meeting];
  const inZone = (day: string, time: string) => ICAL.Time.fromDateTimeString(`${day}T${time}:00`);
  const tzid = { tzid: timeZone };
  add('dtstart', inZone(first, start), tzid);
  add('dtend', inZone(first, end), tzid);
  const days = meetings.map(({ day }) => day);
  addRecurrence(add, days, (day) => add('exdate', inZone(day, start), tzid));
}

/** As `addTimes`, for a class without hours. */
function addWholeDays(add: Add, days: string[]): void {
  const [first = ''] = days;
  add('dtstart', ICAL.Time.fromDateString(first));
  add('dtend', ICAL.Time.fromDateString(addDays(first, 1)));
  addRecurrence(add, days, (day) => add('exdate', ICAL.Time.fromDateString(day)));
}

function addRecurrence(add: Add, days: string[], leaveOut: (day: string) => void): void {
  const [first = ''] = days;
  const last = days.at(-1) ?? first;
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (count === 1) return;
  add('rrule', ICAL.Recur.fromString(`FREQ=DAILY;COUNT=${count}`));
  for (let day = first; day < last; day = addDays(day, 1)) if (!days.includes(day)) leaveOut(day);
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
function addPeople(add: Add, { name, address }: { name: string; address: string }): void {
  add('organizer', `mailto:${SCHOOL.email}`, { cn: cleanParameter(SCHOOL.name) });
  add('attendee', `mailto:${address}`, {
    cn: cleanParameter(name) || address,
    partstat: 'ACCEPTED',
    role: 'REQ-PARTICIPANT',
    rsvp: 'FALSE',
  });
}

/** A name in a parameter, where a double quote can't be written (section 3.2). */
function cleanParameter(name: string): string {
  return cleanLine(name).replaceAll('"', "'");
}
