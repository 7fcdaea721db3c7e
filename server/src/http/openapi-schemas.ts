import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { extendBases } from './openapi-bases.ts';
import { shortenNulls } from './openapi-nulls.ts';

type Schemas = Record<string, z.ZodType>;
type JsonSchemas = Record<string, object>;
type Fields = { properties?: Record<string, { type?: string }> };

/** What a person downloads, by the id of its schema. */
const FILES = new Set(['OwnData']);

/**
 * Writes zod's schemas as JSON Schema. Where one has an id, there is only a reference: `named` has it, once. A schema
 * that callers send in another form than they get it (a default, a field that is only ignored) has the second name
 * `<id>Input`.
 * @param inputs what callers send, by any key
 * @param outputs what they get, by any key
 * @returns the JSON schemas by the same keys, and those with an id by their id, for `components/schemas`
 */
export function convertSchemas(
  inputs: Schemas,
  outputs: Schemas,
): { inputs: JsonSchemas; outputs: JsonSchemas; named: JsonSchemas } {
  const sent = convert(inputs, 'input');
  const answered = dropUnused(convert(outputs, 'output'));
  const differing = findDiffering(sent.$defs, answered.$defs);
  const nameInput = (id: string) => (differing.has(id) ? `${id}Input` : id);
  const named = {
    ...moveReferences(answered.$defs, (id) => id),
    ...Object.fromEntries(
      Object.entries(moveReferences(sent.$defs, nameInput)).map(([id, schema]) => [
        nameInput(id),
        schema,
      ]),
    ),
  };
  const all = {
    inputs: moveReferences(sent.properties, nameInput),
    outputs: moveReferences(answered.properties, (id) => id),
    named,
  };
  const once = extendBases(all, named);
  // Again: now that their fields are references, more schemas are the same.
  return omitObjectTypes(shortenNulls(extendBases(once, once.named)));
}

/** Only an object has fields: a schema that lists them does not say besides that it is one. */
function omitObjectTypes<Schemas>(schemas: Schemas): Schemas {
  const omit = (value: { type?: unknown; properties?: object } | null) => {
    if (value?.type !== 'object' || !value.properties) return value;
    const { type: _object, ...rest } = value;
    return rest;
  };
  return JSON.parse(JSON.stringify(schemas), (_key, value) => omit(value)) as Schemas;
}

/** All at once, as the fields of one object, so that each schema with an id is written once. */
function convert(
  schemas: Schemas,
  io: 'input' | 'output',
): { properties: JsonSchemas; $defs: JsonSchemas } {
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(schemas), {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // The format says the same in a word; the pattern of a day alone has 180 characters.
      if ('format' in zodSchema._zod.def) delete jsonSchema.pattern;
      // So do the values, if only some are possible.
      if ('const' in jsonSchema || jsonSchema.enum) delete jsonSchema.type;
      // An answer may get more fields, and programs ignore those that they don't know.
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
      // A whole number has no end of its own.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // The name of a field is always a text.
      if (
        jsonSchema.propertyNames &&
        isDeepStrictEqual(jsonSchema.propertyNames, { type: 'string' })
      )
        delete jsonSchema.propertyNames;
    },
  });
  return { properties, $defs } as { properties: JsonSchemas; $defs: JsonSchemas };
}

/**
 * A file that people read, not programs, names what it has without saying how that looks. Schemas that only such a file has
 * are left out.
 */
function dropUnused({ properties, $defs }: { properties: JsonSchemas; $defs: JsonSchemas }) {
  const defined = Object.fromEntries(
    Object.entries($defs).map(([id, schema]) => [id, FILES.has(id) ? nameFields(schema) : schema]),
  );
  const used = new Set<string>();
  const follow = (schema: unknown): void => {
    for (const [, id = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      if (used.has(id)) continue;
      used.add(id);
      follow(defined[id]);
    }
  };
  follow(properties);
  return {
    properties,
    $defs: Object.fromEntries(Object.entries(defined).filter(([id]) => used.has(id))),
  };
}

function nameFields(file: Fields): Fields {
  const fields = Object.entries(file.properties ?? {});
  return {
    ...file,
    properties: Object.fromEntries(
      fields.map(([name, { type }]) => [name, type === 'array' ? { type } : {}]),
    ),
  };
}

/** @returns the ids of schemas that are not the same in both, or that refer to one of those */
function findDiffering(sent: JsonSchemas, answered: JsonSchemas): Set<string> {
  const differing = new Set<string>();
  const both = Object.keys(sent).filter((id) => id in answered);
  const differs = (id: string) => {
    const text = JSON.stringify(sent[id]);
    return (
      text !== JSON.stringify(answered[id]) ||
      [...differing].some((other) => text.includes(`"#/$defs/${other}"`))
    );
  };
  let size = -1;
  while (size < differing.size) {
    size = differing.size;
    for (const id of both) if (differs(id)) differing.add(id);
  }
  return differing;
}

function moveReferences(schemas: JsonSchemas, rename: (id: string) => string): JsonSchemas {
  const text = JSON.stringify(schemas).replace(
    /"#\/\$defs\/(\w+)"/g,
    (_all, id: string) => `"#/components/schemas/${rename(id)}"`,
  );
  return JSON.parse(text) as JsonSchemas;
}
