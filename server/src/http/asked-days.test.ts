import { contract } from '@speakifyr/contract/contract.ts';
import { findDayProblem, readDayRange } from '@speakifyr/contract/day-ranges.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { anyDay, birthDate, day, pastDay } from '@speakifyr/contract/fields.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

/** No request takes a day, a month or a year that nobody can mean. R548 */

/** What a date input sends of a year that was typed with too few or too many digits, or wrongly. */
const NEVER_MEANT = [
  ['two digits: 20.11.26', '0026-11-20'],
  ['the first digit of a year', '0002-11-20'],
  ['two digits of four', '0020-11-20'],
  ['three digits of four', '0202-11-20'],
  ['a digit that was meant for the month', '0262-11-20'],
  ['a digit for another', '1026-11-20'],
  ['two digits changed places', '6202-11-20'],
  ['a 9 for a 2', '9027-07-09'],
  ['the last day that a form takes', '9999-12-31'],
  ['the first day that a computer knows', '0001-01-01'],
  ['no year', '0000-01-01'],
  ['another calendar: Buddhist', '2569-11-20'],
  ['another calendar: Islamic', '1448-06-10'],
  ['a century later', '2126-11-20'],
  ['a 6 for a 0', '2620-11-20'],
  ['before anybody who lives was born', '1899-12-31'],
] as const;

/** A string of a request, with its place: `POST /families/:id/payments body.day`. */
type Leaf = { place: string; schema: z.ZodType };

/** Finds every string in a schema, however deep. */
function listStrings(schema: unknown, place: string, seen = new Set<unknown>()): Leaf[] {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return [];
  const { def } = schema;
  const within = new Set([...seen, schema]);
  if (def.type === 'string') return [{ place, schema }];
  return Object.entries(def).flatMap(([key, value]: [string, unknown]) => {
    if (value instanceof z.ZodType) return listStrings(value, place, within);
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([field, part]) =>
      listStrings(part, key === 'shape' ? `${place}.${field}` : place, within),
    );
  });
}

const LEAVES = Object.entries(contract).flatMap(([name, endpoint]: [string, Endpoint]) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    // What was read is sent back as it was, and only compared.
    listStrings(endpoint[part], `${name} ${part}`).filter(
      ({ place }) => !place.includes('.seenContacts.'),
    ),
  ),
);

/** Those that take a text, but no other one. */
function listThatTake(text: string): Leaf[] {
  const takes = ({ schema }: Leaf, value: string) => schema.safeParse(value).success;
  // Nor a phone number or a code.
  const others = ['abcd', '12', '482913', '+1 202 555 0143'];
  return LEAVES.filter((leaf) => takes(leaf, text) && !others.some((other) => takes(leaf, other)));
}

describe('what a request can mean', () => {
  const days = listThatTake('2026-11-20');
  const months = listThatTake('2020-11');
  const years = listThatTake('2026');

  it('the test finds the days, months and years of the contract', () => {
    const places = [...days, ...months, ...years].map(({ place }) => place);
    expect(places).toEqual(
      expect.arrayContaining([
        'POST /families/:id/payments body.day',
        'POST /families/:id/payments body.plan.due',
        'POST /addCourse body.camp_end',
        'PUT /discounts body.discounts.code.from',
        'PUT /myChildren/:id/contacts body.contacts.pickUpUntil',
        'POST /attendance body.day',
        'GET /payments query.from',
        'GET /classes query.born',
        'POST /months/:month/close params.month',
        'POST /seasonCopies/:season params.season',
      ]),
    );
  });

  it.each(NEVER_MEANT)('%s is refused: %s', (_why, wrong) => {
    const takes = (leaves: Leaf[], value: string) =>
      leaves.filter(({ schema }) => schema.safeParse(value).success).map(({ place }) => place);
    expect(takes(days, wrong)).toEqual([]);
    expect(takes(months, wrong.slice(0, 7))).toEqual([]);
    expect(takes(years, wrong.slice(0, 4))).toEqual([]);
  });

  it('today is taken everywhere, and a class or a due day of next year, too', () => {
    const today = new Date().toISOString().slice(0, 10);
    for (const schema of [anyDay, pastDay, birthDate]) expect(schema.parse(today)).toBe(today);
    const nextYear = `${Number(today.slice(0, 4)) + 1}-07-05`;
    expect(anyDay.parse(nextYear)).toBe(nextYear);
    expect(
      pastDay.safeParse(nextYear.replace(/^\d+/, (year) => String(Number(year) + 1))).success,
    ).toBe(false);
    expect(birthDate.parse('1931-02-28')).toBe('1931-02-28');
  });

  it('the first and the last day of a range are taken, and the ones beside them are not', () => {
    for (const range of ['born', 'past', 'any'] as const) {
      const { min, max } = readDayRange(range);
      const beside = (value: string, by: number) =>
        new Date(Date.parse(value) + by * 86_400_000).toISOString().slice(0, 10);
      expect([min, max].map((one) => findDayProblem(one, range))).toEqual([undefined, undefined]);
      for (const wrong of [beside(min, -1), beside(max, 1)])
        expect(findDayProblem(wrong, range)).toMatch(
          /^Please enter a day between \d+ \w+ \d{4} and/,
        );
    }
  });

  it('an answer still has a day that was stored before we looked', () => {
    expect(day.parse('0026-11-20')).toBe('0026-11-20');
  });
});
