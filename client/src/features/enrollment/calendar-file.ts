import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { formatAges, formatHours } from '../../lib/class-facts.ts';
import { slugText } from '../../lib/save-file.ts';
import { nameTeacher } from './name-teacher.ts';

/** RFC 5545 section 3.1: a line has at most 75 octets, including the space of a fold. */
const MAX_LINE_OCTETS = 75;

/**
 * A calendar file (RFC 5545) with one all-day event from the first to the last day of an enrolled class. It names the
 * daily hours in words, because we don't know on which of the days the class takes a break.
 * The event's UID is always the same, so opening the file twice does not make two entries.
 * @param createdAt the time at which the file is made
 */
export function buildCalendarFile(course: EnrolledClass, createdAt: Date): string {
  const { classData, camp_start, camp_end, entry_code, room, place, transactionId } = course;
  const hours = formatHours(course);
  const description = [
    `Instructor: ${nameTeacher(classData.instructor)}`,
    `Entry code: ${entry_code}`,
    hours && `Every day: ${hours}`,
    formatAges(course),
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//SPEAKIFYR//Summer Camp//EN',
    'BEGIN:VEVENT',
    `UID:${transactionId}@speakifyr`,
    `DTSTAMP:${createdAt.toISOString().replace(/[-:]|\.\d{3}/g, '')}`,
    `DTSTART;VALUE=DATE:${camp_start.replaceAll('-', '')}`,
    // An all-day event ends on the first day after it (section 3.6.1).
    `DTEND;VALUE=DATE:${findNextDay(camp_end).replaceAll('-', '')}`,
    `SUMMARY:${escapeText(classData.name)}`,
    `LOCATION:${escapeText(place ? `${place}, Room ${room}` : `Room ${room}`)}`,
    `DESCRIPTION:${escapeText(description.filter(Boolean).join('\n'))}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** A file name that every system accepts, such as `guitar-for-beginners.ics`. */
export function nameCalendarFile(course: EnrolledClass): string {
  return `${slugText(course.classData.name) || course.entry_code.toLowerCase()}.ics`;
}

/** @param day yyyy-mm-dd */
function findNextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** RFC 5545 section 3.3.11. */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n');
}

/** Folds a line between characters. The limit counts octets of UTF-8. */
function foldLine(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
