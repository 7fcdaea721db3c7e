import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { read } from '../../../lib/read.ts';

/** What a move of a seat to a class means, in cents. */
export type MoveQuote = Output<Contract['GET /moveQuotes/:cartId']>[number];

/**
 * What a move to each open class means, as the server decides it.
 * @param childId the child that is to have the seat; missing for whoever has it
 */
export function moveQuotesOptions(cartId: string, childId?: string) {
  return read('GET /moveQuotes/:cartId', { params: { cartId }, query: childId ? { childId } : {} });
}
