import { groupBy } from '../group-by.ts';

type Schema = {
  anyOf?: Schema[];
  type?: string | string[];
  enum?: unknown[];
};

/** From how many places on a schema or null has a name. */
const MANY_PLACES = 5;
const REFERENCE_OR_NULL =
  /\{"anyOf":\[\{"\$ref":"#\/components\/schemas\/(\w+)"\},\{"type":"null"\}\]\}/g;

/**
 * Writes "this or null" without a choice of two schemas: a type or a list of values has null besides. A named schema
 * that many places have or null gets a second name for that: `MomentOrNull`. R510
 * @param schemas anything that has JSON schemas in it; those for `components/schemas` are `named`
 * @returns a copy
 */
export function shortenNulls<Schemas extends { named: Record<string, object> }>(
  schemas: Schemas,
): Schemas {
  const text = JSON.stringify(schemas);
  const found = [...text.matchAll(REFERENCE_OR_NULL)].map(([, id = '']) => id);
  const nullable = groupBy(found, (id) => id).flatMap(([id = '', ...others]) =>
    others.length + 1 < MANY_PLACES ? [] : [id],
  );
  const renamed = text.replace(REFERENCE_OR_NULL, (written, id: string) =>
    nullable.includes(id) ? JSON.stringify(refer(`${id}OrNull`)) : written,
  );
  const short = JSON.parse(renamed, (_key, value: unknown) => foldNull(value)) as Schemas;
  const named = nullable.map((id) => [`${id}OrNull`, { anyOf: [refer(id), { type: 'null' }] }]);
  return { ...short, named: { ...short.named, ...Object.fromEntries(named) } };
}

function refer(id: string): object {
  return { $ref: `#/components/schemas/${id}` };
}

function foldNull(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf = [], ...rest } = value as Schema;
  const [inner, none, ...others] = anyOf;
  if (none?.type !== 'null' || others.length > 0) return value;
  if (typeof inner?.type === 'string') return { ...inner, ...rest, type: [inner.type, 'null'] };
  if (inner?.enum) return { ...inner, ...rest, enum: [...inner.enum, null] };
  return value;
}
