import { findBalanceTransaction, findCharge } from './charges.ts';
import { findPaymentMethod } from './cards.ts';
import { describePaymentMethod, type Ledger } from './objects.ts';
import { invalidRequest } from './stripe-error.ts';

/** Stripe's page sizes. */
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** Makes a page of a list, newest first. @param rows oldest first */
export function listPage<Row extends { id: string }>(
  url: string,
  rows: Row[],
  { limit = DEFAULT_LIMIT, starting_after }: { limit?: number; starting_after?: string },
) {
  if (limit < 1 || limit > MAX_LIMIT) {
    throw invalidRequest(`Invalid limit: must be 1 to ${MAX_LIMIT}`, undefined, 'limit');
  }
  const newestFirst = rows.toReversed();
  const start = starting_after ? newestFirst.findIndex((row) => row.id === starting_after) + 1 : 0;
  if (starting_after && start === 0) {
    throw invalidRequest(
      `No such object: '${starting_after}'`,
      'resource_missing',
      'starting_after',
    );
  }
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list' as const, url, has_more: start + limit < rows.length, data };
}

/** Replaces ids with whole objects, for `expand[]`. A path such as `latest_charge.balance_transaction` goes on. */
export function expandObject<Value extends object>(
  ledger: Ledger,
  object: Value,
  paths: string[],
): Value {
  const expanded = { ...object } as Record<string, unknown>;
  for (const whole of paths) {
    const [path = '', ...rest] = whole.split('.');
    const find = finders[path];
    if (!find || !Object.hasOwn(object, path)) {
      throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, 'expand');
    }
    const id = expanded[path];
    if (typeof id === 'string') expanded[path] = find(ledger, id);
    const found = expanded[path];
    if (rest.length > 0 && found && typeof found === 'object')
      expanded[path] = expandObject(ledger, found, [rest.join('.')]);
  }
  return expanded as unknown as Value;
}

const finders: Partial<Record<string, (ledger: Ledger, id: string) => object>> = {
  latest_charge: findCharge,
  balance_transaction: findBalanceTransaction,
  payment_method: (ledger, id) => describePaymentMethod(findPaymentMethod(ledger, id)),
};
