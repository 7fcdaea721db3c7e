import { contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { requiredText, typedName } from '@speakifyr/contract/fields.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { buildClass, buildUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

/** Nobody sees anything of these. */
const BLANK = {
  'a Hangul filler': '\u3164',
  'a half-width Hangul filler': '\uffa0',
  'Hangul fillers of syllables': '\u115f\u1160',
  'empty Braille': '\u2800',
  'a space without width': '\u200b',
  'a word joiner': '\u2060',
  'a byte order mark': '\ufeff',
  'soft hyphens': '\u00ad\u00ad',
  'marks of direction': '\u200e\u200f\u202a\u202c\u2068\u2069\u061c',
  'variation selectors': '\ufe0f\ufe00',
  joiners: '\u200c\u200d',
  'an accent without a letter': '\u0301',
  'an enclosing circle': '\u20dd',
  'Khmer vowels that are not shown': '\u17b4\u17b5',
  'a Mongolian separator': '\u180e',
  tags: '\u{e0041}\u{e007f}',
  'invisible signs of mathematics': '\u2061\u2062\u2063',
  'a note without a head': '\u{1d159}',
  'control characters': '\u0000\u0007\u001b',
  'half of an emoji': '\ud83d',
  'signs of private use': '\ue000',
  'spaces of every width': '\u00a0\u2003\u202f\u3000\u1680',
  'a mix': ' \u3164\u200b\u0301 \u2800 ',
};

// Rules: R542.
it.each(Object.entries(BLANK))('%s is no name, and says nothing', (_name, blank) => {
  for (const [schema, problem] of [
    [typedName, 'Name is required'],
    [requiredText('Say why.', 20), 'Say why.'],
  ] as const)
    expect(schema.safeParse(blank).error?.issues.map(({ message }) => message)).toEqual([problem]);
});

it.each([
  'A',
  'é',
  'e\u0301',
  '李',
  'ㅎ',
  'ﻻ',
  '7',
  '😀',
  '👨‍👩‍👧',
  '❤️',
  '!',
  '-',
  'किरण',
  'नि\u200cखिल',
])('%s is a name that people see', (text) => expect(typedName.parse(text)).toBe(text));

/** What must be sent and is no text for people, a name as a list had it, and what was read and is only compared. */
const NO_TEXT = [
  ...['agreed', 'csv', 'idToken', 'token', 'collectedBy.name', 'collectedBy.note'],
  ...['name', 'phone', 'relation'].map((field) => `seenContacts.${field}`),
];

type Text = { call: string; path: string[]; schema: z.ZodType };

/** The texts in what a call takes. */
function listTexts(schema: z.ZodType, call: string, path: string[]): Text[] {
  const go = (inner: unknown, ...more: string[]) =>
    listTexts(inner as z.ZodType, call, [...path, ...more]);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([field, inner]) => go(inner, field));
  if (schema instanceof z.ZodArray) return go(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => go(option));
  if (schema instanceof z.ZodRecord) return go(schema.valueType);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return go(schema.unwrap());
  return schema.safeParse('some text, 7').success || path.some((field) => /name/i.test(field))
    ? [{ call, path, schema }]
    : [];
}

const TEXTS = Object.entries<Endpoint>(contract).flatMap(([call, endpoint]) =>
  endpoint.body ? listTexts(endpoint.body, call, []) : [],
);

describe('every text of every call', () => {
  it('that must not be empty must say something that people see', () => {
    const wrong = TEXTS.filter(
      ({ schema, path }) =>
        !NO_TEXT.some((end) => path.join('.').endsWith(end)) &&
        !schema.safeParse('').success &&
        Object.values(BLANK).some((blank) => schema.safeParse(blank).success),
    );
    expect(wrong.map(({ call, path }) => `${call} ${path.join('.')}`)).toEqual([]);
  });

  it('is found by this test', () => {
    const found = TEXTS.map(({ call, path }) => `${call} ${path.join('.')}`);
    for (const one of [
      ...['POST /userList name', 'POST /families children.name', 'POST /addCourse name'],
      ...['PUT /myChildren/:id/contacts contacts.name', 'PUT /discounts discounts.label'],
      ...['POST /messages subject', 'POST /pickupCode/:childId name', 'PUT /extras extras.options'],
    ])
      expect(found).toContain(one);
  });
});

it('“Name is required” stands beside the field', async () => {
  const admin = app.as(await buildUser(app, 'admin'));
  const family = { id: 'a'.repeat(24), name: '\u3164', children: [] };
  const { body } = await admin.call('POST /families', { body: family });
  expect(body.fields).toEqual({ 'body.name': 'Name is required' });
  const { id, sit, price, room, tag } = { ...(await buildClass(app)), room: 104, tag: 'EXM' };
  const changed = { name: '\u2800', sit, price, assign_room: room, course_tag: tag };
  const answer = await admin.call('PATCH /updateClass/:id', { params: { id }, body: changed });
  expect(answer.body.fields).toEqual({ 'body.name': 'Name is required' });
});

it('a name that an earlier version took is still shown', async () => {
  const { email } = await buildUser(app);
  const { users } = app.services.database.collections;
  await users.updateOne({ email }, { $set: { name: '\u3164' } });
  const admin = app.as(await buildUser(app, 'admin'));
  const { body } = await admin.call('GET /userList', { query: { search: email } });
  expect(body).toMatchObject([{ email, name: '\u3164' }]);
});
