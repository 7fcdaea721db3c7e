import type { Collection } from './collection.ts';
import { DatabaseError, refuse } from './errors.ts';
import { hasOperators } from './query.ts';
import {
  applyChange,
  checkPath,
  comparePaths,
  compileUpdate,
  findConflict,
  isReplacement,
} from './update.ts';
import { type Doc, isDoc, type Value } from './values.ts';

/** Inserts what an upsert makes of its filter and its update. @returns the document */
export function insertForUpdate(
  collection: Collection,
  filter: Doc,
  update: Value,
  arrayFilters?: Value,
): Doc {
  const seed = buildSeed(filter);
  const { _id } = seed;
  // A replacement takes over the _id alone.
  const start = isReplacement(update) ? (_id === undefined ? {} : { _id }) : seed;
  const doc = compileUpdate(update, arrayFilters)(start, filter, true);
  return collection.insert(doc);
}

/** What the filter says that fields must be equal to. */
function buildSeed(filter: Doc): Doc {
  const equalities = listEqualities(filter).sort((a, b) => comparePaths(a.parts, b.parts));
  const conflict = findConflict(equalities.map(({ parts }) => parts));
  if (conflict)
    throw new DatabaseError(
      54,
      `cannot infer query fields to set, path '${conflict.join('.')}' is matched twice`,
    );
  const seed: Doc = {};
  for (const { parts, value } of equalities)
    applyChange(seed, parts, { operator: '$set', path: parts.join('.'), operand: value });
  return seed;
}

function listEqualities(filter: Doc): { parts: string[]; value: Value }[] {
  return Object.entries(filter).flatMap(([path, condition]) => {
    if (path === '$and' && Array.isArray(condition))
      return condition.filter(isDoc).flatMap(listEqualities);
    if (path === '$or') throw refuse('$or in the filter of an upsert');
    if (path.startsWith('$')) return [];
    checkPath(path);
    const parts = path.split('.');
    if (!hasOperators(condition)) return [{ parts, value: condition }];
    if ('$in' in condition) throw refuse('$in in the filter of an upsert');
    return condition['$eq'] === undefined ? [] : [{ parts, value: condition['$eq'] }];
  });
}
