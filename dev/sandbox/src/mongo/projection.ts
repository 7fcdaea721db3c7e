import { refuse } from './errors.ts';
import { compileElemMatch } from './query.ts';
import { type Doc, type Found, isDoc, type Value } from './values.ts';

export type Projection = (doc: Doc) => Doc;
/** Computes a field from a document. A field without a value is left out. */
type Compute = (doc: Doc) => Found;

/**
 * Compiles a projection. All fields but `_id` must be 1, or computed, or all 0.
 * @param compile compiles a computed field
 * @throws {DatabaseError} for mixed values, and for paths into a field
 */
export function compileProjection(
  spec: Doc,
  compile: (field: string, value: Value) => Compute,
): Projection {
  const named = new Map<string, boolean>();
  const computed: [field: string, compute: Compute][] = [];
  for (const [field, value] of Object.entries(spec)) {
    if (/^$|[.$]/.test(field)) throw refuse(`the projection '${field}'`);
    if (typeof value === 'number' || typeof value === 'boolean') named.set(field, Boolean(value));
    else computed.push([field, compile(field, value)]);
  }
  const id = named.get('_id');
  named.delete('_id');
  const kinds = new Set([...named.values(), ...computed.map(() => true)]);
  if (kinds.size > 1) throw refuse('a projection that both includes and excludes fields');
  const isInclusion = kinds.has(true) || (kinds.size === 0 && id === true);
  const isKept = (field: string) =>
    field === '_id' ? (id ?? true) : named.has(field) === isInclusion;
  return (doc) => {
    const projected: Doc = {};
    for (const field in doc) if (isKept(field)) projected[field] = doc[field]!;
    for (const [field, compute] of computed) {
      const value = compute(doc);
      if (value !== undefined) projected[field] = value;
    }
    return projected;
  };
}

/** Compiles the projection of a find. `$elemMatch` gives an array with the first element that matches. */
export function compileFindProjection(spec: Doc): Projection {
  return compileProjection(spec, (field, value) => {
    if (!isDoc(value) || Object.keys(value).join() !== '$elemMatch')
      throw refuse(`the projection of '${field}'`);
    const isMatch = compileElemMatch(value['$elemMatch'] ?? null);
    return ({ [field]: array }) => {
      const found = Array.isArray(array) ? array.find(isMatch) : undefined;
      return found === undefined ? undefined : [found];
    };
  });
}
