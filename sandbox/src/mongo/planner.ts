import { BSONRegExp } from 'bson';
import type { Index, Interval } from './indexes.ts';
import { hasOperators } from './query.ts';
import { areEqual, type Doc, type Found, isDoc, type Value } from './values.ts';

/** One thing that must hold for a document to match. */
interface Clause {
  path: string;
  operator: string;
  operand: Value;
}

/** How the documents of a query are come by. Without an index: all of them, in the order of insertion. */
export interface Plan {
  index?: Index;
  /** Positions in the index, each from a first one to before the last. */
  ranges: [start: number, end: number][];
  isReversed: boolean;
  /** Whether they come in the order that is asked for. */
  isSorted: boolean;
}

/**
 * Picks the index with the fewest entries to look at; among equals, one that sorts.
 * The entries hold at least all matches: whoever uses the plan still tests each document.
 */
export function makePlan(filter: Doc, sort: Doc, indexes: Index[]): Plan {
  const clauses = listClauses(filter);
  const fields = Object.entries(sort);
  let best: (Plan & { cost: number }) | undefined;
  for (const index of indexes) {
    if (!impliesPartial(clauses, index)) continue;
    const { ranges, equalFields } = findRanges(index, clauses);
    const direction = matchSort(index, fields, equalFields);
    const isBounded = ranges !== undefined || index.spec.partialFilterExpression !== undefined;
    if (!isBounded && (!direction || fields.length === 0)) continue;
    const used = ranges ?? [index.findRange([])];
    const cost = used.reduce((sum, [start, end]) => sum + end - start, 0);
    const isSorted = direction !== undefined && used.length < 2;
    if (best && (cost > best.cost || (cost === best.cost && (best.isSorted || !isSorted))))
      continue;
    best = { index, ranges: used, isReversed: direction === -1, isSorted, cost };
  }
  return best ?? { ranges: [], isReversed: false, isSorted: fields.length === 0 };
}

/** What a filter demands in any case; alternatives and negations say nothing here. */
function listClauses(filter: Doc, prefix = ''): Clause[] {
  return Object.entries(filter).flatMap(([key, condition]): Clause[] => {
    if (key === '$and' && Array.isArray(condition))
      return condition.filter(isDoc).flatMap((part) => listClauses(part, prefix));
    if (key.startsWith('$') || condition instanceof BSONRegExp) return [];
    const path = prefix + key;
    if (!hasOperators(condition)) return [{ path, operator: '$eq', operand: condition }];
    return Object.entries(condition).flatMap(([operator, operand]) => {
      if (operator !== '$elemMatch') return [{ path, operator, operand }];
      // What holds for an element holds for the array's keys.
      return isDoc(operand) && !hasOperators(operand) ? listClauses(operand, `${path}.`) : [];
    });
  });
}

/** A partial index knows only some documents: it may be used if the filter asks for no others. */
function impliesPartial(clauses: Clause[], { spec, isMultikey }: Index): boolean {
  if (!spec.partialFilterExpression) return true;
  return listClauses(spec.partialFilterExpression).every((needed) =>
    clauses.some(({ path, operator, operand }) => {
      if (path !== needed.path) return false;
      if (operator === needed.operator && areEqual(operand, needed.operand)) return true;
      const isPresent = operator === '$eq' && operand !== null && !isMultikey;
      return needed.operator === '$exists' && isPresent;
    }),
  );
}

/** The parts of an index in which the matches lie; undefined if the filter says nothing of its first field. */
function findRanges(
  index: Index,
  clauses: Clause[],
): { ranges?: Plan['ranges']; equalFields: number } {
  let prefixes: Found[][] = [[]];
  let equalFields = 0;
  for (const [path] of index.fields) {
    const own = clauses.filter((clause) => clause.path === path);
    const points = findPoints(own);
    if (!points) {
      const interval = findInterval(own, index);
      if (!interval && equalFields === 0) return { equalFields };
      return { ranges: prefixes.map((prefix) => index.findRange(prefix, interval)), equalFields };
    }
    prefixes = prefixes.flatMap((prefix) => points.map((point) => [...prefix, point]));
    equalFields += 1;
  }
  return { ranges: prefixes.map((prefix) => index.findRange(prefix)), equalFields };
}

/** The values one of which the field must have; an array may be in the index by its elements only. */
function findPoints(clauses: Clause[]): Value[] | undefined {
  const equal = clauses.find(
    ({ operator, operand }) => operator === '$eq' && !Array.isArray(operand),
  );
  if (equal) return [equal.operand];
  const among = clauses.find(({ operator }) => operator === '$in')?.operand;
  if (!Array.isArray(among) || among.some(Array.isArray)) return undefined;
  return among.filter((value, i) => among.findIndex((other) => areEqual(value, other)) === i);
}

/** In an array one element may be above the lower end and another below the upper: then only one end counts. */
function findInterval(clauses: Clause[], index: Index): Interval | undefined {
  const find = (...operators: string[]) =>
    clauses.find(
      ({ operator, operand }) =>
        operators.includes(operator) && operand !== null && !Array.isArray(operand),
    )?.operand;
  const from = find('$gt', '$gte');
  const to = find('$lt', '$lte');
  if (from === undefined && to === undefined) return undefined;
  return index.isMultikey && from !== undefined ? { from } : { from, to };
}

/** @returns 1 or -1 if the index, read forwards or backwards, is in that order; else undefined */
function matchSort(index: Index, sort: [string, Value][], equalFields: number): 1 | -1 | undefined {
  if (sort.length === 0) return 1;
  if (index.isMultikey) return undefined;
  // Fields that are equal in all matches may be skipped.
  for (let skipped = equalFields; skipped >= 0; skipped--) {
    const fields = index.fields.slice(skipped);
    const turns = sort.map(([path, direction], i) =>
      fields[i]?.[0] === path ? Number(direction) * fields[i][1] : 0,
    );
    if (turns.every((turn) => turn === 1)) return 1;
    if (turns.every((turn) => turn === -1)) return -1;
  }
  return undefined;
}
