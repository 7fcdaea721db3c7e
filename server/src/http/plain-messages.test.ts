import { contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { expect, it } from 'vitest';
import * as z from 'zod';

/** Each is wrong for most kinds of fields. */
const WRONG_VALUES = [
  undefined,
  null,
  true,
  -1,
  0.1,
  1.001,
  1e9,
  1e300,
  NaN,
  '',
  'x',
  '\u0000',
  'ä@example.test',
  '99-99',
  '-5',
  '1e9',
  'x'.repeat(20_000),
  {},
  [],
  [1],
];

/** How zod itself talks. */
const ZODS_WORDS = /expected|received|invalid|too (big|small)|unrecognized|pattern|regex|\bNaN\b/i;

const PARTS = Object.entries<Endpoint>(contract).flatMap(([name, endpoint]) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    endpoint[part] ? [{ about: `${name} ${part}`, schema: endpoint[part] }] : [],
  ),
);

const listMessages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

// Rules: R48.
it.each(PARTS)('$about says in plain English what is wrong', ({ schema }) => {
  for (const value of [undefined, null, 'x', [], 7])
    for (const message of listMessages(schema, value)) expect(message).not.toMatch(ZODS_WORDS);
  for (const [name, field] of Object.entries(schema.shape)) {
    const messages = WRONG_VALUES.flatMap((value) => listMessages(field as z.ZodType, value));
    expect(messages, name).not.toEqual([]);
    for (const message of messages) {
      expect(message, name).not.toMatch(ZODS_WORDS);
      expect(message, name).toMatch(/^[A-Z].{4,}$/);
    }
  }
});

it('every kind of rule has its own message', () => {
  const say = (schema: z.ZodType, value: unknown) => listMessages(schema, value)[0];
  expect(say(z.int().max(20), 21)).toBe('Must be at most 20.');
  expect(say(z.int().positive(), 0)).toBe('Must be more than 0.');
  expect(say(z.int(), 1.5)).toBe('Must be a whole number.');
  expect(say(z.number().multipleOf(0.01), 0.001)).toBe('Must have at most two decimals.');
  expect(say(z.coerce.number(), 'x')).toBe('Must be a number.');
  expect(say(z.string(), undefined)).toBe('Is missing.');
  expect(say(z.string(), 7)).toBe('Must be a text.');
  expect(say(z.string().max(3), 'long')).toBe('Must have at most 3 characters.');
  expect(say(z.email(), 'x')).toBe('Must be a valid email address.');
  expect(say(z.iso.date(), 'x')).toBe('Must be a day such as 2027-07-05.');
  expect(say(z.enum(['a', 'b']), 'c')).toBe('Must be a or b.');
  expect(say(z.union([z.email(), z.literal('none')]), 'x')).toBe('Must be a valid email address.');
});
