import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { PriceLine } from '@speakifyr/contract/prices.ts';

/** What becomes of a seat's extras in another class. */
export type MovedExtras = Pick<
  Output<Contract['GET /moveExtras/:cartId']>[number],
  'stays' | 'dropped'
>;

/** The lines of a price in the new class; none if the seat has no extras. */
export function listMovedLines(extras: MovedExtras | undefined): PriceLine[] {
  return (extras?.stays ?? []).map(({ label, amount }) => ({
    ...{ kind: 'extra' as const, label, amount, percent: null, discountId: null },
  }));
}
