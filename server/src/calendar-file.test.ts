import { nameCalendarFile } from '@speakifyr/contract/format.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { ObjectId } from 'mongodb';
import { nameCalendarEntry, readClassFacts } from './class-facts.ts';
import { buildCalendarFile, type CalendarEntry, type CalendarMethod } from './calendar-file.ts';

const guitar: CalendarEntry = {
  name: 'Guitar',
  camp_start: '2026-06-01',
  camp_end: '2026-06-30',
  ...readClassFacts({}),
  room: 12,
  instructor: 'Mina Rahman',
  revision: 3,
  seats: [{ entryCode: 'GTR-101', child: null, calendarId: 'pi_123' }],
};
/** Mondays and Wednesdays of one week, without the day between. */
const TWO_DAYS = {
  camp_start: '2026-06-01',
  camp_end: '2026-06-03',
  days: ['2026-06-01', '2026-06-03'],
};
const LOCATION = 'Room 12, 12 Lakeshore Road, Rangamati 4500, Bangladesh';

function build(
  changes: Partial<CalendarEntry> = {},
  method: CalendarMethod = 'PUBLISH',
  attendee = { name: 'Rosa Kaplan', address: 'rosa@speakifyr.test' },
  entryEnding = '',
): string {
  const madeAt = new Date('2026-05-04T03:02:01.987Z');
  return buildCalendarFile([{ ...guitar, ...changes }], {
    ...{ method, attendee, madeAt, timeZone: 'Asia/Dhaka', entryEnding },
  });
}

/** Every field of the file, as a calendar reads it. `=` has a parameter's value: `attendee=rsvp`. */
function read(file: string): Record<string, string> {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const [event, ...others] = calendar.getAllSubcomponents();
  expect([event?.name, others]).toEqual(['vevent', []]);
  const properties = [...calendar.getAllProperties(), ...(event?.getAllProperties() ?? [])];
  return Object.fromEntries(
    properties.flatMap((property) => [
      [property.name, String(property.getFirstValue())],
      ...['cn', 'partstat', 'role', 'rsvp'].flatMap((name) => {
        const value = property.getFirstParameter(name);
        return value ? [[`${property.name}=${name}`, value]] : [];
      }),
    ]),
  );
}

/** What all three methods say about the same enrollment. */
const COMMON = {
  version: '2.0',
  prodid: '-//SPEAKIFYR//Summer Camp//EN',
  calscale: 'GREGORIAN',
  'x-published-ttl': 'PT1H',
  uid: 'pi_123',
  dtstamp: '2026-05-04T03:02:01Z',
  // The event covers the last day, so it ends on the day after.
  dtstart: '2026-06-01',
  dtend: '2026-07-01',
  summary: 'Guitar',
  location: LOCATION,
  description: 'Instructor: Mina Rahman\nEntry code: GTR-101',
  transp: 'TRANSPARENT',
};
const PEOPLE = {
  organizer: `mailto:${SCHOOL.email}`,
  'organizer=cn': SCHOOL.name,
  attendee: 'mailto:rosa@speakifyr.test',
  'attendee=cn': 'Rosa Kaplan',
  'attendee=partstat': 'ACCEPTED',
  'attendee=role': 'REQ-PARTICIPANT',
  'attendee=rsvp': 'FALSE',
};

// Rules: R70, R92, R280.
test('a file to save names nobody', () => {
  expect(read(build())).toEqual({
    ...COMMON,
    method: 'PUBLISH',
    sequence: '3',
    status: 'CONFIRMED',
  });
});

test('an invitation names the school and the person, who need not answer', () => {
  expect(read(build({}, 'REQUEST'))).toEqual({
    ...COMMON,
    ...PEOPLE,
    method: 'REQUEST',
    sequence: '3',
    status: 'CONFIRMED',
  });
});

test('a cancellation has the same UID and a higher number, so that calendars drop the entry', () => {
  expect(read(build({}, 'CANCEL'))).toEqual({
    ...COMMON,
    ...PEOPLE,
    method: 'CANCEL',
    sequence: '4',
    status: 'CANCELLED',
  });
});

test('a class that ends on 31 December ends in the next year', () => {
  expect(read(build({ camp_end: '2026-12-31' }))).toMatchObject({ dtend: '2027-01-01' });
});

test('an all-day event has the place, what is known of the hours, and the ages', () => {
  const facts = { ageFrom: 8, ageTo: 12, dailyStart: '09:00', place: 'Barn' };

  expect(read(build({ ...facts, instructor: null }))).toMatchObject({
    location: `Barn, ${LOCATION}`,
    description: [
      'Instructor: To be announced',
      'Entry code: GTR-101',
      'Every day: From 9:00 AM',
      'Ages 8–12',
    ].join('\n'),
  });
});

test.each([
  'Salt; pepper, and C:\\ice',
  '"Guitar": level\t1',
  'Глина, огонь и краски 🎨👩‍👩‍👧 '.repeat(8).trim(),
  'دورة الرسم',
  'x'.repeat(200),
])('a calendar reads %s as it was typed', (name) => {
  expect(read(build({ name, place: name }))).toMatchObject({
    summary: name.replace('\t', ' '),
    location: `${name.replace('\t', ' ')}, ${LOCATION}`,
  });
});

test('nobody’s name can add a line or another field', () => {
  const evil = 'Ice\r\nEND:VEVENT\nATTENDEE:mailto:a@b.test\r"\u2028;x=y:';
  const entry = { name: evil, place: evil, instructor: evil };
  const file = build(entry, 'REQUEST', { name: evil, address: 'rosa@speakifyr.test' });

  const flat = 'Ice END:VEVENT ATTENDEE:mailto:a@b.test';
  expect(read(file)).toMatchObject({
    summary: `${flat} " ;x=y:`,
    attendee: 'mailto:rosa@speakifyr.test',
    'attendee=cn': `${flat} ' ;x=y:`,
  });
  expect(file.match(/^ATTENDEE/gm)).toHaveLength(1);
});

test('a class until the last day that a form takes is a file too', () => {
  const file = build({ camp_start: '9999-12-30', camp_end: '9999-12-31' });
  expect(read(file)).toMatchObject({ dtstart: '9999-12-30', dtend: '9999-12-31' });
});

test('every line ends as the standard requires', () => {
  const file = build();

  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('the file name comes from the class, or from its code if the name has no usable letters', () => {
  expect(nameCalendarFile('Guitar & Song: Level 1', 'GTR-101')).toBe('guitar-song-level-1.ics');
  expect(nameCalendarFile('🎨', 'GTR-101')).toBe('gtr-101.ics');
});

test('a child’s entry has the child’s name', () => {
  const [seat] = guitar.seats;
  expect(read(build({ seats: [{ ...seat, child: 'Mia\nKaplan' }] }))).toMatchObject({
    summary: 'Mia Kaplan: Guitar',
  });
});

test('siblings share an entry that has the codes of both', () => {
  const [seat] = guitar.seats;
  const seats: CalendarEntry['seats'] = [
    { ...seat, child: 'Leo' },
    { entryCode: 'GTR-102', child: 'Mia', calendarId: 'another' },
  ];
  expect(read(build({ seats }))).toMatchObject({
    uid: 'pi_123',
    summary: 'Leo and Mia: Guitar',
    description: 'Instructor: Mina Rahman\nEntry code, Leo: GTR-101\nEntry code, Mia: GTR-102',
  });
});

// Rules: R639.
test('an entry has the id that it had when the school began', () => {
  const { uid } = read(build({}, 'REQUEST', undefined, '@speakifyr'));
  expect(uid).toBe('pi_123@speakifyr');
});

/** The days of all entries in this time zone, as a calendar computes them. */
function listTimes(changes: Partial<CalendarEntry>, timeZone: string): string[] {
  const file = buildCalendarFile(
    [{ ...guitar, dailyStart: '09:00', dailyEnd: '12:30', ...changes }],
    {
      ...{ method: 'PUBLISH', madeAt: new Date(), timeZone, entryEnding: '' },
    },
  );
  return new ICAL.Component(ICAL.parse(file))
    .getAllSubcomponents('vevent')
    .flatMap((event) => listTimesOf(event, timeZone));
}

function listTimesOf(component: ICAL.Component, timeZone: string): string[] {
  const show = (time: ICAL.Time) =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
      time.toJSDate(),
    );
  const event = new ICAL.Event(component);
  const days = event.iterator();
  const times: string[] = [];
  for (let day = days.next(); day as ICAL.Time | undefined; day = days.next()) {
    const { startDate, endDate } = event.getOccurrenceDetails(day);
    times.push(`${show(startDate)}–${show(endDate).slice(11)}`);
  }
  return times;
}

test('a class has a timed entry on each of its days, and none on the school’s days off between', () => {
  const twoWeeks = { camp_start: '2027-06-17', camp_end: '2027-06-22' };
  expect(listTimes(twoWeeks, 'Asia/Dhaka')).toEqual([
    '2027-06-17 09:00–12:30',
    '2027-06-18 09:00–12:30',
    '2027-06-21 09:00–12:30',
    '2027-06-22 09:00–12:30',
  ]);
  const oneDay = { camp_start: '2027-06-17', camp_end: '2027-06-17' };
  expect(listTimes(oneDay, 'Pacific/Auckland')).toEqual(['2027-06-17 09:00–12:30']);
});

test('a class for a weekend meets on both days', () => {
  const weekend = { camp_start: '2027-06-19', camp_end: '2027-06-20' };
  expect(listTimes(weekend, 'Asia/Dhaka')).toHaveLength(2);
});

test.each(['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Australia/Lord_Howe'])(
  'a class in %s begins at nine, also after the clocks were changed',
  (timeZone) => {
    for (const month of ['03', '04', '10', '11']) {
      const days = { camp_start: `2027-${month}-01`, camp_end: `2027-${month}-30` };
      const times = listTimes(days, timeZone);
      expect(times.length).toBeGreaterThan(20);
      expect(times.filter((time) => !time.endsWith(' 09:00–12:30'))).toEqual([]);
    }
  },
);

/** A calendar into which somebody opens the files of one email after the other: one event for each UID. */
function keepCalendar(timeZone: string) {
  const events = new Map<string, ICAL.Component>();
  const numberOf = (event: ICAL.Component) => Number(event.getFirstPropertyValue('sequence'));
  return {
    open(method: CalendarMethod, changes: Partial<CalendarEntry>) {
      const entry = { ...guitar, dailyStart: '09:00', dailyEnd: '15:00', ...changes };
      const attendee = { name: 'Rosa Kaplan', address: 'rosa@speakifyr.test' };
      const file = buildCalendarFile([entry], {
        ...{ method, attendee, madeAt: new Date(), timeZone, entryEnding: '' },
      });
      const sent = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent');
      // RFC 5546, 3.2: all of a REQUEST have one UID. Outlook takes the first one.
      expect(new Set(sent.map((event) => event.getFirstPropertyValue('uid'))).size).toBe(1);
      const [event] = sent as [ICAL.Component];
      const uid = String(event.getFirstPropertyValue('uid'));
      const known = events.get(uid);
      if (known && numberOf(known) >= numberOf(event)) return;
      if (method === 'CANCEL') events.delete(uid);
      else events.set(uid, event);
    },
    days: () => [...events.values()].flatMap((event) => listTimesOf(event, timeZone)),
  };
}

describe('a class over a change of the clocks', () => {
  const ZONES = [
    'Europe/Berlin',
    'Europe/London',
    'America/New_York',
    'America/Sao_Paulo',
    'Asia/Dhaka',
    'Asia/Kathmandu',
    'Australia/Sydney',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Africa/Cairo',
    'UTC',
  ];
  // Ten camp days each, with a weekend between them.
  const PERIODS = [
    ['spring in Europe', '2027-03-22', '2027-04-02'],
    ['spring in America', '2027-03-08', '2027-03-19'],
    ['autumn in Europe', '2027-10-25', '2027-11-05'],
    ['autumn in America', '2027-11-01', '2027-11-12'],
    ['autumn in Australia', '2027-03-29', '2027-04-09'],
    ['spring in Australia', '2027-09-27', '2027-10-08'],
    ['Ramadan in Morocco', '2027-02-01', '2027-02-12'],
    ['the turn of the year', '2026-12-21', '2027-01-01'],
  ] as const;
  test.each(ZONES.flatMap((zone) => PERIODS.map((period) => [zone, ...period] as const)))(
    'in %s, %s: every day at nine, weekends left out; then fewer days; then canceled',
    (timeZone, _which, camp_start, camp_end) => {
      const calendar = keepCalendar(timeZone);
      calendar.open('REQUEST', { camp_start, camp_end, revision: 0 });
      const days = calendar.days();
      expect(days).toHaveLength(10);
      expect(days.filter((day) => !day.endsWith(' 09:00–15:00'))).toEqual([]);
      expect([days[0]?.slice(0, 10), days.at(-1)?.slice(0, 10)]).toEqual([camp_start, camp_end]);

      const moved = { camp_start: '2027-11-15', camp_end: '2027-11-19', revision: 1 };
      calendar.open('REQUEST', moved);
      expect(calendar.days()).toEqual(
        [15, 16, 17, 18, 19].map((date) => `2027-11-${date} 09:00–15:00`),
      );
      // The first email, opened late, brings nothing back.
      calendar.open('REQUEST', { camp_start, camp_end, revision: 0 });
      expect(calendar.days()).toHaveLength(5);

      calendar.open('CANCEL', moved);
      expect(calendar.days()).toEqual([]);
    },
  );

  test('from many days with hours to one day, to no hours, and back: one entry all the time', () => {
    const calendar = keepCalendar('Europe/Berlin');
    const long = { camp_start: '2027-10-25', camp_end: '2027-11-12' };
    calendar.open('REQUEST', { ...long, revision: 0 });
    expect(calendar.days()).toHaveLength(15);
    calendar.open('REQUEST', { camp_start: '2027-10-25', camp_end: '2027-10-25', revision: 1 });
    expect(calendar.days()).toEqual(['2027-10-25 09:00–15:00']);
    calendar.open('REQUEST', { ...long, ...{ dailyStart: null, dailyEnd: null }, revision: 2 });
    expect(calendar.days()).toHaveLength(1);
    calendar.open('REQUEST', { ...long, revision: 3 });
    expect(calendar.days()).toHaveLength(15);
  });

  test('every zone that the server knows is one that a calendar can read', () => {
    const wrong = Intl.supportedValuesOf('timeZone').filter((zone) =>
      ['01', '07'].some((month) => {
        const days = { camp_start: `2027-${month}-04`, camp_end: `2027-${month}-06` };
        return listTimes(days, zone).some((time) => !time.endsWith(' 09:00–12:30'));
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('a file says the zone’s own rules, and its times without an offset', () => {
    const days = { camp_start: '2027-10-25', camp_end: '2027-11-05' };
    const entry = { ...guitar, ...days, dailyStart: '09:00', dailyEnd: '15:00' };
    const options = {
      ...{ method: 'REQUEST' as const, madeAt: new Date() },
      ...{ timeZone: 'Europe/Berlin', entryEnding: '' },
    };
    const lines = buildCalendarFile([entry], options).split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'TZID:Europe/Berlin',
        'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
        'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
        'DTSTART;TZID=Europe/Berlin:20271025T090000',
        'DTEND;TZID=Europe/Berlin:20271025T150000',
        'RRULE:FREQ=DAILY;COUNT=12',
        'EXDATE;TZID=Europe/Berlin:20271030T090000',
        'EXDATE;TZID=Europe/Berlin:20271031T090000',
      ]),
    );
  });
});

test('a class that lasts longer than a year is one entry', () => {
  const hours = { dailyStart: '09:00', dailyEnd: '12:30' };
  expect(read(build({ ...hours, camp_end: '2036-06-30' }))).toMatchObject({ dtend: '2036-07-01' });
});

test('each seat of a payment for several has an entry of its own; a payment for one keeps its name', () => {
  const [first, second] = [new ObjectId(), new ObjectId()];
  const name = (cartId: ObjectId, count: number, childId?: ObjectId) =>
    nameCalendarEntry({ seatId: cartId, childId, paymentId: 'pi_123' }, count);
  expect(name(first, 1)).toBe('pi_123');
  expect(name(first, 2)).not.toBe(name(second, 2));
  // Another guardian reads nothing about the payment.
  expect(name(first, 1, second)).toBe(first.toHexString());
});

// Rules: R645.
test.each([
  ['its hours', { dailyStart: '09:00', dailyEnd: '12:00' }],
  ['whole days', {}],
])('a class that does not meet on a day in between has no entry there, with %s', (_what, hours) => {
  const calendar = new ICAL.Component(ICAL.parse(build({ ...TWO_DAYS, ...hours })));
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!);
  const occurrences = event.iterator();
  const days = [occurrences.next(), occurrences.next(), occurrences.next()].map((one) =>
    one?.toString().slice(0, 10),
  );
  expect(days).toEqual([...TWO_DAYS.days, undefined]);
});
