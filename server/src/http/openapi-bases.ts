import { isDeepStrictEqual } from 'node:util';

type ObjectSchema = { type?: 'object'; properties: Record<string, unknown>; required?: string[] };
type Extended = { allOf?: object[] };

/** With fewer fields, one schema has all those of another by chance, or is the same. */
const FEWEST_FIELDS = 3;
const FEWEST_OF_THE_SAME = 2;

/**
 * Writes a schema that has all fields of another one, and more, as that one and the rest. Generated types then say so,
 * too: `ShownClass` is `CampClass & { … }`. One that has the same fields is a reference to it. R510
 * @param schemas anything that has JSON schemas in it
 * @param named those that others can extend, by their name in `components/schemas`
 * @returns a copy
 */
export function extendBases<Schemas extends object>(
  schemas: Schemas,
  named: Record<string, object>,
): Schemas {
  const bases = Object.entries(named)
    .flatMap(([id, schema]) =>
      isObject(schema) ? [{ id, schema, size: countFields(schema) }] : [],
    )
    .filter(({ size }) => size >= FEWEST_OF_THE_SAME)
    .sort((one, other) => other.size - one.size);
  const definitions = new Set(Object.values(named));
  const extend = (schema: object): object => {
    if (!isObject(schema)) return schema;
    const count = countFields(schema);
    const base = bases.find(({ schema: other, size }) => {
      // The one that requires more extends the other one, also if both have a name.
      if (size === count)
        return (!definitions.has(schema) || requiresMore(schema, other)) && hasAll(schema, other);
      return size >= FEWEST_FIELDS && size < count && hasAll(schema, other);
    });
    if (!base) return schema;
    if (base.size === count && !requiresMore(schema, base.schema))
      return { $ref: `#/components/schemas/${base.id}` };
    const { allOf = [], ...rest } = extend(subtract(schema, base.schema)) as Extended;
    return { allOf: [{ $ref: `#/components/schemas/${base.id}` }, ...allOf], ...rest };
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(extend(value)).map(([key, inner]) => [key, walk(inner)]),
    );
  };
  return walk(schemas) as Schemas;
}

function isObject(schema: object): schema is ObjectSchema {
  return 'properties' in schema && !('allOf' in schema);
}

function countFields({ properties }: ObjectSchema): number {
  return Object.keys(properties).length;
}

function hasAll(schema: ObjectSchema, base: ObjectSchema): boolean {
  return Object.entries(base.properties).every(
    ([field, value]) =>
      isDeepStrictEqual(schema.properties[field], value) &&
      (isRequired(schema, field) || !isRequired(base, field)),
  );
}

function requiresMore({ required = [] }: ObjectSchema, base: ObjectSchema): boolean {
  return required.length > (base.required?.length ?? 0);
}

function isRequired({ required = [] }: ObjectSchema, field: string): boolean {
  return required.includes(field);
}

function subtract(schema: ObjectSchema, base: ObjectSchema): object {
  const isOwn = (field: string) => !(field in base.properties);
  const required = schema.required?.filter((field) => !isRequired(base, field)) ?? [];
  const { type: _ofBase, required: _all, properties: _both, ...rest } = schema;
  const properties = Object.entries(schema.properties).filter(([field]) => isOwn(field));
  return {
    ...rest,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
  };
}
