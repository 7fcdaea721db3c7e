import { ObjectId } from 'bson';
import type { Index, Interval, Range } from './indexes.ts';
import { type Doc, encodeValue, hasOperators, isDoc, type Value } from './values.ts';

/** A condition that a document must meet. */
interface Clause {
  path: string;
  operator: string;
  operand: Value;
  /** The `$elemMatch` that it comes from: one element must meet all of its conditions. */
  element?: Value;
}

/** How a query finds its documents. Without an index it reads all, in the order of insertion. */
export interface Plan {
  index?: Index;
  ranges: Range[];
  /** With `$or`, if that reads less: how each of its parts finds its documents. */
  parts?: Plan[];
  isReversed: boolean;
  /** Whether the documents come in the requested order. */
  isSorted: boolean;
}

type Costing = Plan & { cost: number };

/** Picks what reads the fewest entries of indexes. The caller must still test each document. */
export function makePlan(filter: Doc, sort: Doc, indexes: Index[]): Plan {
  const one = findBestIndex(filter, sort, indexes);
  const isSorted = Object.keys(sort).length === 0;
  const several = findBestParts(filter, indexes);
  if (several && (!one || several.cost < one.cost)) return { ...several, isSorted };
  return one ?? { ranges: [], isReversed: false, isSorted };
}

/** The cheapest `$or` of the filter each of whose parts has an index. */
function findBestParts(filter: Doc, indexes: Index[]): Costing | undefined {
  const [best] = listAlternatives(filter)
    .flatMap((alternatives): Costing[] => {
      const parts = alternatives.flatMap((part) => findBestIndex(part, {}, indexes) ?? []);
      if (parts.length < alternatives.length) return [];
      const cost = parts.reduce((sum, part) => sum + part.cost, 0);
      return [{ ranges: [], parts, isReversed: false, isSorted: false, cost }];
    })
    .sort((a, b) => a.cost - b.cost);
  return best;
}

/** The parts of each `$or` that every match must meet. */
function listAlternatives(filter: Doc): Doc[][] {
  return Object.entries(filter).flatMap(([key, condition]) => {
    const parts = Array.isArray(condition) ? condition.filter(isDoc) : [];
    if (key === '$or') return [parts];
    return key === '$and' ? parts.flatMap(listAlternatives) : [];
  });
}

function findBestIndex(filter: Doc, sort: Doc, indexes: Index[]): Costing | undefined {
  const clauses = listClauses(filter);
  const isUnsorted = Object.keys(sort).length === 0;
  let best: Costing | undefined;
  for (const index of indexes) {
    if (!impliesPartial(clauses, index)) continue;
    const { ranges, equalFields } = findRanges(index, clauses);
    const direction = isUnsorted ? 1 : matchSort(index, sort, equalFields);
    const isBounded = ranges !== undefined || index.spec.partialFilterExpression !== undefined;
    if (!isBounded && (isUnsorted || !direction)) continue;
    const used = ranges ?? [index.findRange({ from: '', to: '' })];
    const cost = countEntries(used);
    const isSorted = isUnsorted || (direction !== undefined && used.length === 1);
    if (best && (cost > best.cost || (cost === best.cost && (best.isSorted || !isSorted))))
      continue;
    best = { index, ranges: used, isReversed: direction === -1, isSorted, cost };
  }
  return best;
}

/**
 * How many documents match, if the keys of an index alone say so: it has all of the filter's fields, in its order, and
 * all but the last are equal to a value. Undefined if documents must be read.
 */
export function countInIndex(filter: Doc, indexes: Index[]): number | undefined {
  const clauses = listClauses(filter);
  const isWhole = Object.keys(filter).every((key) => !key.startsWith('$'));
  if (!isWhole || clauses.length === 0 || !clauses.every(hasExactKeys)) return undefined;
  const fields = Object.keys(filter);
  const index = indexes.find(
    ({ spec, paths, isMultikey }) =>
      !isMultikey &&
      !spec.partialFilterExpression &&
      fields.every((path) => paths.indexOf(path) < fields.length && paths.includes(path)),
  );
  if (!index) return undefined;
  const prefix = index.paths.slice(0, fields.length);
  const limited = prefix.findIndex((path) =>
    clauses.some((one) => one.path === path && one.operator !== '$eq'),
  );
  if (limited !== -1 && limited < prefix.length - 1) return undefined;
  const isTwice = prefix.some((path) => !isOneInterval(clauses.filter((one) => one.path === path)));
  return isTwice ? undefined : countEntries(findRanges(index, clauses).ranges ?? []);
}

/** Whether documents match exactly if their keys are in the range: the null of an index also means a missing value, say. */
function hasExactKeys({ operator, operand, element }: Clause): boolean {
  const isPlain =
    typeof operand === 'string' ||
    typeof operand === 'boolean' ||
    operand instanceof Date ||
    operand instanceof ObjectId;
  return isPlain && !element && ['$eq', ...LIMITS].includes(operator);
}

/** One value, or at most one limit at each end, of the same type. */
function isOneInterval(clauses: Clause[]): boolean {
  const kinds = clauses.map(({ operator }) => operator.slice(0, 2));
  const types = clauses.map(({ operand }) => encodeValue(operand)[0]);
  const isOne = new Set(kinds).size === kinds.length && new Set(types).size === 1;
  return isOne && (clauses.length === 1 || !kinds.includes('$e'));
}

/** Lists the conditions that every match must meet. For `$or`, see `listAlternatives`. */
function listClauses(filter: Doc, prefix = ''): Clause[] {
  return Object.entries(filter).flatMap(([key, condition]): Clause[] => {
    if (key === '$and' && Array.isArray(condition))
      return condition.filter(isDoc).flatMap((part) => listClauses(part, prefix));
    if (key.startsWith('$')) return [];
    const path = prefix + key;
    if (!hasOperators(condition)) return [{ path, operator: '$eq', operand: condition }];
    return Object.entries(condition).flatMap(([operator, operand]) => {
      if (operator !== '$elemMatch') return [{ path, operator, operand }];
      if (!isDoc(operand)) return [];
      // Conditions on an element also hold for the array's keys.
      if (!hasOperators(operand)) return listClauses(operand, `${path}.`);
      return Object.entries(operand).map(([name, value]) => ({
        ...{ path, operator: name, operand: value, element: operand },
      }));
    });
  });
}

/** Whether the filter only finds documents that are in a partial index. */
function impliesPartial(clauses: Clause[], { spec, isMultikey }: Index): boolean {
  return Object.keys(spec.partialFilterExpression ?? {}).every((needed) =>
    clauses.some(({ path, operator, operand }) => {
      if (path !== needed) return false;
      return (
        (operator === '$exists' && operand === true) ||
        (operator === '$eq' && operand !== null && !isMultikey)
      );
    }),
  );
}

/** Finds the parts of an index that contain the matches. Undefined if the filter doesn't use its first field. */
function findRanges(
  index: Index,
  clauses: Clause[],
): { ranges: Plan['ranges'] | undefined; equalFields: number } {
  let prefixes = [''];
  let equalFields = 0;
  for (const path of index.paths) {
    const own = clauses.filter((clause) => clause.path === path);
    const points = findPoints(own);
    if (!points) {
      const intervals = findIntervals(own, index.isMultikey);
      if (intervals.length === 0 && equalFields === 0) return { ranges: undefined, equalFields };
      const [ranges] = (intervals.length > 0 ? intervals : [{ from: '', to: '' }])
        .map((interval) => prefixes.map((prefix) => findIn(index, prefix, interval)))
        .sort((a, b) => countEntries(a) - countEntries(b));
      return { ranges, equalFields };
    }
    prefixes = prefixes.flatMap((prefix) => points.map((point) => prefix + point));
    equalFields += 1;
  }
  return { ranges: prefixes.map((from) => index.findRange({ from, to: from })), equalFields };
}

function findIn(index: Index, prefix: string, { from, to, ...limits }: Interval): Range {
  return index.findRange({ from: prefix + from, to: prefix + to, ...limits });
}

function countEntries(ranges: Range[]): number {
  return ranges.reduce((total, [start, end]) => total + end - start, 0);
}

/** The values that the field may have. The index has only the elements of an array. */
function findPoints(clauses: Clause[]): string[] | undefined {
  for (const { operator, operand } of clauses) {
    const values = operator === '$eq' ? [operand] : operator === '$in' ? operand : undefined;
    if (Array.isArray(values) && !values.some(Array.isArray))
      return [...new Set(values.map(encodeValue))];
  }
  return undefined;
}

/**
 * The intervals of a field's keys, each of which has all matches; none if there is no limit. With arrays, different
 * elements may meet different limits, so an interval has both only if one `$elemMatch` has them.
 */
function findIntervals(clauses: Clause[], isMultikey: boolean): Interval[] {
  const limits = clauses.filter(({ operator }) => LIMITS.includes(operator));
  if (limits.length === 0) return [];
  if (!isMultikey) return [toInterval(limits)];
  return limits.map(({ element }, place) =>
    toInterval(limits.filter((one, at) => (element ? one.element === element : at === place))),
  );
}

const LIMITS = ['$gt', '$gte', '$lt', '$lte'];

/** From the first key to the last one, which have the same type. */
function toInterval(limits: Clause[]): Interval {
  const lower = limits.find(({ operator }) => operator.startsWith('$g'));
  const upper = limits.find(({ operator }) => operator.startsWith('$l'));
  const [from, to] = [lower, upper].map((clause) => clause && encodeValue(clause.operand));
  return {
    from: from ?? to?.[0] ?? '',
    to: to ?? from?.[0] ?? '',
    isAfter: lower?.operator === '$gt',
    isBefore: upper?.operator === '$lt',
  };
}

/** @returns 1 or -1 if the index has that order, forward or backward; otherwise undefined */
function matchSort(index: Index, sort: Doc, equalFields: number): 1 | -1 | undefined {
  const fields = Object.keys(sort);
  const directions = new Set(Object.values(sort));
  if (index.isMultikey || directions.size > 1) return undefined;
  // Fields that are equal in all matches may be skipped.
  for (let skipped = equalFields; skipped >= 0; skipped--)
    if (fields.every((path, i) => index.paths[skipped + i] === path))
      return directions.has(1) ? 1 : -1;
  return undefined;
}
