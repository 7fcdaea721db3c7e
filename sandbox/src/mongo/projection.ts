import { DatabaseError, refuse } from './errors.ts';
import { findMatchedElement } from './positional.ts';
import { compileElementTest, hasOperators } from './query.ts';
import { type Doc, type Found, isDoc, type Value } from './values.ts';

export type Projection = (doc: Doc) => Doc;

/** Fields to keep or leave out, as a tree: `true` for a whole field. */
type FieldTree = Map<string, FieldTree | true>;

/**
 * Compiles the projection of a find: fields to keep or to leave out, `$elemMatch`, and `array.$`.
 * @param filter of the same query, for `array.$`
 */
export function compileProjection(spec: Found, filter: Doc): Projection {
  if (spec === undefined) return (doc) => doc;
  if (!isDoc(spec)) throw new DatabaseError(14, 'a projection must be an object');
  const plain: Doc = {};
  const selections = new Map<string, (array: Value[]) => Value[]>();
  for (const [path, value] of Object.entries(spec)) {
    if (isDoc(value) && value['$elemMatch'] !== undefined) {
      if (path.includes('.') || Object.keys(value).length > 1)
        throw refuse(`the projection of '${path}'`);
      const isMatch = compileElementTest(value['$elemMatch']);
      selections.set(path, (array) => array.filter(isMatch).slice(0, 1));
      plain[path] = 1;
    } else if (path.endsWith('.$')) {
      const field = path.slice(0, -2);
      if (field.includes('.')) throw refuse(`the projection '${path}'`);
      selections.set(field, (array) => {
        const position = findMatchedElement(filter, field, array);
        return array.slice(position, position + 1);
      });
      plain[field] = 1;
    } else plain[path] = value;
  }
  const project = compileFieldChoice(plain);
  if (selections.size === 0) return project;
  return (doc) => {
    const projected = project(doc);
    for (const [field, select] of selections) {
      const array = doc[field];
      const selected = Array.isArray(array) ? select(array) : [];
      if (selected.length > 0) projected[field] = selected;
      else delete projected[field];
    }
    return projected;
  };
}

/**
 * Compiles a choice of fields: all 1 or all 0; `_id` may differ from the rest.
 * @throws {DatabaseError} for a mixture, for paths within each other, and for computed fields
 */
export function compileFieldChoice(spec: Doc): Projection {
  const chosen = Object.entries(flattenSpec(spec)).map(([path, value]): [string, boolean] => {
    if (typeof value !== 'number' && typeof value !== 'boolean')
      throw refuse(`the projection of '${path}'`);
    return [path, Boolean(value)];
  });
  const others = chosen.filter(([path]) => path !== '_id');
  const id = chosen.find(([path]) => path === '_id')?.[1];
  const isInclusion = others[0]?.[1] ?? id ?? false;
  if (others.some(([, isIncluded]) => isIncluded !== isInclusion))
    throw refuse('a projection that both includes and excludes fields');
  const tree: FieldTree = new Map();
  for (const [path] of others) addToTree(tree, path);
  if ((id ?? isInclusion) === isInclusion && (isInclusion || id === false)) tree.set('_id', true);
  if (isInclusion) return (doc) => includeFields(doc, tree);
  // Excluding others while naming `_id: 1` keeps it, which is what happens anyway.
  return (doc) => excludeFields(doc, tree);
}

/** `{a: {b: 1}}` says the same as `{'a.b': 1}`. */
export function flattenSpec(spec: Doc, prefix = ''): Doc {
  return Object.fromEntries(
    Object.entries(spec).flatMap(([field, value]) => {
      const path = prefix + field;
      if (path.split('.').some((part) => part === '' || part.startsWith('$')))
        throw refuse(`the projection '${path}'`);
      const isNested = isDoc(value) && !hasOperators(value);
      if (isNested && Object.keys(value).length === 0) throw refuse(`an empty object at '${path}'`);
      return isNested ? Object.entries(flattenSpec(value, `${path}.`)) : [[path, value]];
    }),
  );
}

function addToTree(tree: FieldTree, path: string): void {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  for (const part of parts) {
    const branch = tree.get(part) ?? new Map<string, FieldTree | true>();
    if (branch === true) throw new DatabaseError(31249, `Path collision at ${path}`);
    tree.set(part, branch);
    tree = branch;
  }
  if (tree.has(last)) throw new DatabaseError(31249, `Path collision at ${path}`);
  tree.set(last, true);
}

function includeFields(doc: Doc, tree: FieldTree): Doc {
  const kept: Doc = {};
  for (const [field, value] of Object.entries(doc)) {
    const branch = tree.get(field);
    const result = branch === true ? value : branch && includeIn(value, branch);
    if (result !== undefined) kept[field] = result;
  }
  return kept;
}

/** Nothing is left of a value without fields where fields of it are wanted. */
function includeIn(value: Value, tree: FieldTree): Found {
  if (Array.isArray(value))
    return value.map((item) => includeIn(item, tree)).filter((item) => item !== undefined);
  return isDoc(value) ? includeFields(value, tree) : undefined;
}

function excludeFields(doc: Doc, tree: FieldTree): Doc {
  const kept: Doc = {};
  for (const [field, value] of Object.entries(doc)) {
    const branch = tree.get(field);
    if (branch !== true) kept[field] = branch ? excludeIn(value, branch) : value;
  }
  return kept;
}

function excludeIn(value: Value, tree: FieldTree): Value {
  if (Array.isArray(value)) return value.map((item) => excludeIn(item, tree));
  return isDoc(value) ? excludeFields(value, tree) : value;
}
