import { tzScan } from '@date-fns/tz/tzScan';
import ICAL from 'ical.js';
import { DAY_MS } from './school-time.ts';

const YEAR_MS = 366 * DAY_MS;
const MINUTE_MS = 60_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** When the clocks change: the time of day before it, and both offsets from UTC in minutes. */
type Change = { onset: Date; from: number; to: number };

/**
 * What a calendar has to know of a time zone (VTIMEZONE, RFC 5545 section 3.6.5), from this computer's own data, by which
 * the server itself counts. A zone whose clocks change by the same rule each year says the rule, because some calendars
 * read nothing else; any other one says each change around these days. R280
 * @param first the first moment that a calendar shows, @param last the last one
 */
export function buildZone(timeZone: string, first: Date, last: Date): ICAL.Component {
  const zone = new ICAL.Component('vtimezone');
  zone.addPropertyWithValue('tzid', timeZone);
  const start = new Date(first.getTime() - YEAR_MS);
  // At least two changes of each kind: one has no rule.
  const end = new Date(last.getTime() + 2 * YEAR_MS);
  const changes = tzScan(timeZone, { start, end }).map(({ date, change, offset }) => ({
    // Read as UTC, it is the time that clocks showed.
    onset: new Date(date.getTime() + (offset - change) * MINUTE_MS),
    from: offset - change,
    to: offset,
  }));
  const [summer, winter] = [changes.filter(isForward), changes.filter((one) => !isForward(one))];
  const [toSummer, toWinter] = [findRule(summer), findRule(winter)];
  if (summer[0] && winter[0] && toSummer && toWinter) {
    zone.addSubcomponent(observe(summer[0], toSummer));
    zone.addSubcomponent(observe(winter[0], toWinter));
    return zone;
  }
  const offset = changes[0]?.from ?? readOffset(timeZone, first);
  zone.addSubcomponent(observe({ onset: new Date(0), from: offset, to: offset }));
  for (const change of changes) zone.addSubcomponent(observe(change));
  return zone;
}

function isForward({ from, to }: Change): boolean {
  return to > from;
}

/** A time zone without changes has one offset, in minutes. */
function readOffset(timeZone: string, at: Date): number {
  const text = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(text ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

function observe({ onset, from, to }: Change, rule?: string): ICAL.Component {
  const observance = new ICAL.Component(to > from ? 'daylight' : 'standard');
  const time = onset.toISOString().slice(0, 19);
  observance.addPropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(time));
  observance.addPropertyWithValue('tzoffsetfrom', ICAL.UtcOffset.fromSeconds(from * 60));
  observance.addPropertyWithValue('tzoffsetto', ICAL.UtcOffset.fromSeconds(to * 60));
  if (rule) observance.addPropertyWithValue('rrule', ICAL.Recur.fromString(rule));
  return observance;
}

/** @returns a rule that makes exactly these changes, one a year: `FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU` */
function findRule(changes: Change[]): string | undefined {
  const [first] = changes;
  if (!first || changes.length < 2) return undefined;
  const facts = changes.map(describe);
  const isSame = (read: (fact: ReturnType<typeof describe>) => unknown) =>
    new Set(facts.map(read)).size === 1;
  const years = facts.map(({ year }) => year);
  const isYearly = years.every((year, place) => year === (years[0] ?? 0) + place);
  if (!isYearly || !isSame(({ rest }) => rest)) return undefined;
  const { month, weekday, week } = describe(first);
  const place = facts.every(({ isLast }) => isLast) ? -1 : isSame((fact) => fact.week) ? week : 0;
  return place === 0 ? undefined : `FREQ=YEARLY;BYMONTH=${month};BYDAY=${place}${weekday}`;
}

function describe({ onset, from, to }: Change) {
  const [date, month] = [onset.getUTCDate(), onset.getUTCMonth() + 1];
  const lastDate = new Date(Date.UTC(onset.getUTCFullYear(), month, 0)).getUTCDate();
  const weekday = WEEKDAYS[onset.getUTCDay()] ?? '';
  return {
    month,
    weekday,
    year: onset.getUTCFullYear(),
    week: Math.ceil(date / 7),
    isLast: date + 7 > lastDate,
    rest: [month, weekday, onset.toISOString().slice(11), from, to].join(),
  };
}
