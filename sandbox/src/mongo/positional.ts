import { DatabaseError, refuse } from './errors.ts';
import { isIndex } from './paths.ts';
import { compileElementTest, compileFilter, compileValueTest, hasOperators } from './query.ts';
import { type Doc, isDoc, type Value } from './values.ts';

const NEGATIVE = ['$ne', '$nin', '$not', '$exists', '$size', '$type'];

/**
 * Which element of an array a filter meant: what `$` stands for in updates and projections.
 * MongoDB leaves it open when several conditions look into the array; here that is refused.
 * @param path of the array
 * @throws {DatabaseError} when the filter has no condition on the array
 */
export function findMatchedElement(filter: Doc, path: string, array: Value[]): number {
  const tests = listElementTests(filter, path);
  if (tests.length > 1) throw refuse(`'${path}.$' with several conditions on '${path}'`);
  const position = tests[0] ? array.findIndex(tests[0]) : -1;
  if (position < 0)
    throw new DatabaseError(
      2,
      'The positional operator did not find the match needed from the query.',
    );
  return position;
}

function listElementTests(filter: Doc, path: string): ((element: Value) => boolean)[] {
  return Object.entries(filter).flatMap(([key, condition]) => {
    if (key === '$and' && Array.isArray(condition))
      return condition.filter(isDoc).flatMap((part) => listElementTests(part, path));
    if (key.startsWith('$') && JSON.stringify(condition).includes(`"${path}`))
      throw refuse(`'${path}.$' with a condition on '${path}' in ${key}`);
    if (key !== path && !key.startsWith(`${path}.`)) return [];
    const operators = hasOperators(condition) ? Object.keys(condition) : [];
    const negative = operators.filter((operator) => NEGATIVE.includes(operator));
    if (operators.length > 0 && negative.length === operators.length) return [];
    if (negative.length > 0) throw refuse(`'${path}.$' with ${negative[0]} beside other operators`);
    if (key === path) {
      if (
        hasOperators(condition) &&
        condition['$elemMatch'] !== undefined &&
        operators.length === 1
      )
        return [compileElementTest(condition['$elemMatch'])];
      return [compileValueTest(condition)];
    }
    const rest = key.slice(path.length + 1);
    if (isIndex(rest.split('.')[0] ?? '')) throw refuse(`'${path}.$' with a condition on '${key}'`);
    const predicate = compileFilter({ [rest]: condition });
    return [(element: Value) => isDoc(element) && predicate(element)];
  });
}
