import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { read } from '../../../lib/read.ts';

/** What a move of a seat to a class means, in cents. */
export type MoveQuote = Output<Contract['GET /moveQuotes/:cartId']>[number];

/**
 * What a move to each open class means, as the server decides it.
 * @param goal.childId who gets the seat; missing if that does not change. `days`: which days the seat gets, in classes that
 *   are sold by day; missing for whole classes
 */
export function moveQuotesOptions(
  cartId: string,
  { childId, days }: { childId?: string | undefined; days?: string[] } = {},
) {
  const query = { ...(childId && { childId }), ...(days && { days: days.join() }) };
  return read('GET /moveQuotes/:cartId', { params: { cartId }, query });
}
