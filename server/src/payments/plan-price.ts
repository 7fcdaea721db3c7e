import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { type PlanPart, splitByWeight } from '@speakifyr/contract/owed.ts';

/** A balance as the office typed it: its last part takes what is left. */
export type TypedPlan = NonNullable<
  ParsedInput<Contract['POST /families/:id/payments']>['body']['plan']
>;

/** When the typed parts of a plan must be due. */
type Days = {
  today: string;
  /** The first day of the first of the classes. */
  start: string;
};

/** What is wrong with a plan; undefined if nothing is. */
export function findPlanProblem(plan: TypedPlan, { today, start }: Days): string | undefined {
  const dues = plan.map(({ due }) => due);
  if (dues.some((due) => due < today)) return 'A day is over already.';
  if (dues.some((due) => due >= start)) return 'Everything must be paid before the first day.';
  if (dues.some((due, place) => due <= (dues[place - 1] ?? '')))
    return 'Each part must be due later than the one before.';
  if (plan.slice(0, -1).some(({ amount }) => amount === undefined))
    return 'Enter an amount for each part but the last.';
  return undefined;
}

/**
 * Splits the balance after a deposit over several seats, in proportion to what is left of each. R350
 * @param prices in cents
 * @param deposits what of it is for each seat, in cents
 * @returns the parts of each seat, the deposit first, which is due today; undefined if the typed parts are too much, or the
 *   deposit is not enough for each of the seats
 */
export function planPrices(
  prices: number[],
  deposits: number[],
  plan: TypedPlan,
  today: string,
): PlanPart[][] | undefined {
  let rest = prices;
  const parts = prices.map((): PlanPart[] => []);
  const take = (due: string, shares: number[]) => {
    for (const [place, share] of shares.entries())
      if (share > 0) parts[place]?.push({ due, amount: share });
    rest = rest.map((left, place) => left - (shares[place] ?? 0));
  };
  take(today, deposits);
  for (const { due, amount } of plan) {
    const all = rest.reduce((sum, one) => sum + one, 0);
    if (all === 0 || (amount !== undefined && amount > all)) return undefined;
    take(due, amount === undefined ? rest : splitByWeight(amount, rest));
  }
  const isWhole = rest.every((left) => left === 0);
  return isWhole && deposits.every((share) => share > 0) ? parts : undefined;
}
