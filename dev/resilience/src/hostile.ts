import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import fc from 'fast-check';
import { z } from 'zod';

/** What is sent to a call: its parts as values, or a body as raw bytes. */
export type Attempt = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: { bytes: Buffer; headers: Record<string, string> };
};

type Part = 'params' | 'query' | 'body';
const PARTS: Part[] = ['params', 'query', 'body'];

/** Things that should be somewhere else: operators, prototypes, other types, huge and broken ones. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    { $gt: '' },
    { $ne: null },
    { $where: 'while(true){}' },
    { $regex: '^(a+)+$' },
    [{ $ne: 1 }],
    { toString: 1 },
    { constructor: { prototype: { admin: true } } },
    JSON.parse('{"__proto__":{"admin":true}}'),
    '\u0000',
    '\ud800',
    '(a+)+$',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    "' OR '1'='1",
    Number.MAX_SAFE_INTEGER + 2,
    -0,
    1e308,
    1e-308,
    '9'.repeat(400),
    'x'.repeat(20_000),
    nest(200),
  ),
  fc.anything({ maxDepth: 3, withNullPrototype: false }),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.double(),
);

/** Keys that nobody asked for; they must have no effect. */
const extraKeys = fc.dictionary(
  fc.constantFrom('role', 'status', '$set', '_id', 'sit', 'price', 'seats', 'a.b', 'constructor'),
  hostileValue,
  { maxKeys: 3 },
);

function nest(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { $and: value };
  return value;
}

/** Bodies that are no JSON, or lie about what they are. */
const rawBody = fc.oneof(
  fc.constantFrom(
    raw('{"a":'),
    raw('[]'),
    raw('null'),
    raw('"text"'),
    raw(`${'['.repeat(15_000)}${']'.repeat(15_000)}`),
    raw(JSON.stringify({ email: 'x'.repeat(200_000) })),
    raw(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
    raw('{}', { 'Content-Encoding': 'gzip' }),
    raw('{}', { 'Content-Type': 'application/json; charset=utf-7' }),
    raw('email=a&email[$ne]=b', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    raw('{"email":1}', { 'Content-Type': 'text/plain' }),
  ),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => raw(Buffer.from(bytes))),
);

function raw(bytes: string | Buffer, headers: Record<string, string> = {}): Attempt['raw'] {
  return {
    bytes: Buffer.from(bytes),
    headers: { 'Content-Type': 'application/json', ...headers },
  };
}

/**
 * What a call's schemas allow, with keys beside that nobody asked for.
 * @param likely values for fields of these names, so that it gets further than 'there is no such class'
 */
export function allowedBy(
  endpoint: Endpoint,
  likely: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<Attempt> {
  const parts = fc.record({
    params: describePart(endpoint.params, likely),
    query: describePart(endpoint.query, likely),
    body: describePart(endpoint.body, likely),
  });
  return fc
    .tuple(parts, fc.option(extraKeys, { freq: 3, nil: {} }))
    .map(([{ params, query, body }, extra]) => ({
      params,
      query,
      ...(endpoint.body && { body: { ...extra, ...body } }),
    }));
}

/**
 * What a call's schemas do not allow: something hostile in the place of a field or of the whole body.
 * @returns null for a call that takes nothing, or nothing that could be wrong
 */
export function forbiddenBy(
  endpoint: Endpoint,
  likely: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<Attempt> | null {
  const fields = PARTS.flatMap((part) =>
    Object.keys(endpoint[part]?.shape ?? {}).map((field) => ({ part, field })),
  );
  if (fields.length === 0) return null;
  const spoiled = fc
    .tuple(allowedBy(endpoint, likely), fc.constantFrom(...fields), hostileValue)
    .map(([attempt, { part, field }, value]): Attempt => ({
      ...attempt,
      [part]: { ...(attempt[part] as object), [field]: value },
    }))
    .filter((attempt) => Object.values(asTexts(attempt.params)).every(isPartOfPath))
    .filter((attempt) => PARTS.some((part) => isRefused(endpoint, part, attempt[part])));
  if (!endpoint.body) return spoiled;
  const broken = fc
    .tuple(allowedBy(endpoint, likely), rawBody)
    .map(([attempt, bytes]): Attempt => ({ ...attempt, raw: bytes }));
  return fc.oneof({ weight: 4, arbitrary: spoiled }, { weight: 1, arbitrary: broken });
}

/** With these the address is another call's. */
function isPartOfPath(text: string): boolean {
  return !['', '.', '..'].includes(text);
}

/** Whether the schema says no to a part as it arrives: addresses carry texts only, JSON no functions. */
function isRefused(endpoint: Endpoint, part: Part, value: unknown): boolean {
  const schema = endpoint[part];
  if (!schema) return false;
  const arrived = part === 'body' ? throughJson(value) : asTexts(value as Record<string, unknown>);
  return !schema.safeParse(arrived).success;
}

function throughJson(value: unknown): unknown {
  return JSON.parse(toJson(value));
}

/** @returns JSON, whatever the value is; what JSON does not know becomes null */
export function toJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'bigint' ? String(inner) : inner,
    ) ?? 'null'
  );
}

/** @returns a value as a text of an address, in well-formed UTF-16 */
export function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : toJson(value);
  return text.replace(/[\ud800-\udfff]/g, '\ufffd');
}

/** @returns the parts of an address as they arrive; those without a value are left out */
export function asTexts(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, toText(value)]),
  );
}

function describePart(
  schema: z.ZodObject | undefined,
  likely: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<Record<string, unknown>> {
  if (!schema) return fc.constant({});
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    const value = describeField(field as z.ZodType, likely[name]);
    const isOptional = z.safeParse(field as z.ZodType, undefined).success;
    return [name, isOptional ? fc.option(value, { nil: undefined }) : value] as const;
  });
  return fc
    .record(Object.fromEntries(fields))
    .filter((value) => schema.safeParse(value).success) as fc.Arbitrary<Record<string, unknown>>;
}

/** Values that a field's own schema accepts. */
function describeField(
  field: z.ZodType,
  likely: fc.Arbitrary<unknown> | undefined,
): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' });
  const candidates = [...(likely ? [likely, likely] : []), ...describeSchema(schema)];
  return fc.oneof(...candidates).filter((value) => z.safeParse(field, value).success);
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function describeSchema(schema: JsonSchema): fc.Arbitrary<unknown>[] {
  if (schema.const !== undefined) return [fc.constant(schema.const)];
  if (schema.enum) return [fc.constantFrom<unknown>(...schema.enum)];
  const choices = schema.anyOf ?? schema.allOf;
  if (choices) return choices.flatMap((choice) => describeSchema(choice as JsonSchema));
  const examples = (schema.examples ?? []) as unknown[];
  const known = examples.map((example) => fc.constant(example));
  const { minimum = -1e6, maximum = 1e6 } = schema;
  switch (schema.type) {
    case 'integer':
      return [...known, fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) })];
    case 'number':
      return [
        ...known,
        fc.integer({ min: Math.ceil(minimum * 2), max: Math.floor(maximum * 2) }).map((n) => n / 2),
      ];
    case 'boolean':
      return [fc.boolean()];
    case 'string':
      return [
        ...known,
        // Building texts for a class of all of Unicode takes a second; other texts match it anyway.
        ...(schema.pattern && !schema.pattern.includes('\\P{')
          ? [fc.stringMatching(new RegExp(schema.pattern, 'u'))]
          : []),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.constantFrom('true', '7', '2027-07', '2027-07-05', 'https://example.test/p.webp'),
      ];
    default:
      return [...known, fc.string({ maxLength: 20 })];
  }
}
