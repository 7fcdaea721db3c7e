import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { expect, test } from 'vitest';
import { nameZone } from '../../lib/format.ts';
import { buildCalendarFile, nameCalendarFile } from './calendar-file.ts';

const createdAt = new Date('2026-05-04T03:02:01.987Z');

const guitar: EnrolledClass = {
  classId: 'a'.repeat(24),
  camp_start: '2026-06-01',
  camp_end: '2026-06-30',
  ageFrom: null,
  ageTo: null,
  dailyStart: null,
  dailyEnd: null,
  place: '',
  classData: { image: '/pictures/guitar.webp', name: 'Guitar', instructor: 'Mina Rahman' },
  date: '04/05/2026',
  time: '9:02 AM',
  currency: 'USD',
  room: 12,
  entry_code: 'GTR-101',
  price: 49,
  transactionId: 'pi_123',
};

function named(name: string): EnrolledClass {
  return { ...guitar, classData: { ...guitar.classData, name } };
}

/** Joins folded lines, as a calendar does (RFC 5545 section 3.1). */
function unfold(file: string): string[] {
  return file.replaceAll('\r\n ', '').split('\r\n');
}

test('the event covers the last day, so it ends on the day after', () => {
  const lines = unfold(buildCalendarFile(guitar, createdAt));

  expect(lines).toContain('DTSTART;VALUE=DATE:20260601');
  expect(lines).toContain('DTEND;VALUE=DATE:20260701');
});

test('a class that ends on 31 December ends in the next year', () => {
  const file = buildCalendarFile({ ...guitar, camp_end: '2026-12-31' }, createdAt);

  expect(unfold(file)).toContain('DTEND;VALUE=DATE:20270101');
});

test('the event has the room, the instructor and the entry code', () => {
  const lines = unfold(buildCalendarFile(guitar, createdAt));

  expect(lines).toContain('SUMMARY:Guitar');
  expect(lines).toContain('LOCATION:Room 12');
  expect(lines).toContain('DESCRIPTION:Instructor: Mina Rahman\\nEntry code: GTR-101');
  expect(lines).toContain('UID:pi_123@speakifyr');
  expect(lines).toContain('DTSTAMP:20260504T030201Z');
});

test('the event has the place, the daily hours and the ages, if they are known', () => {
  const facts = { ageFrom: 8, ageTo: 12, dailyStart: '09:00', dailyEnd: '15:30', place: 'Barn' };
  const lines = unfold(buildCalendarFile({ ...guitar, ...facts }, createdAt));

  expect(lines).toContain('LOCATION:Barn\\, Room 12');
  expect(lines).toContain(
    `DESCRIPTION:Instructor: Mina Rahman\\nEntry code: GTR-101\\nEvery day: ${nameZone('9:00 AM – 3:30 PM')}\\nAges 8–12`,
  );
});

test('characters with a meaning for calendars are escaped', () => {
  const lines = unfold(
    buildCalendarFile(named('Salt; pepper, and C:\\ice\nEND:VEVENT'), createdAt),
  );

  expect(lines).toContain('SUMMARY:Salt\\; pepper\\, and C:\\\\ice\\nEND:VEVENT');
});

test('no line is longer than 75 octets, and no character is split', () => {
  const name = 'Глина, огонь и краски 🎨 '.repeat(8).trim();
  const file = buildCalendarFile(named(name), createdAt);

  const sizes = file.split('\r\n').map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(75);
  expect(unfold(file)).toContain(`SUMMARY:${name.replaceAll(',', '\\,')}`);
});

test('every line ends as the standard requires', () => {
  const file = buildCalendarFile(guitar, createdAt);

  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('the file name comes from the class, or from its code if the name has no usable letters', () => {
  expect(nameCalendarFile(named('Guitar & Song: Level 1'))).toBe('guitar-song-level-1.ics');
  expect(nameCalendarFile(named('🎨'))).toBe('gtr-101.ics');
});
