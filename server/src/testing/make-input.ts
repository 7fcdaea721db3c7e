import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';

/** What a call is sent, part by part. */
export type CallInput = Partial<Record<'params' | 'query' | 'body', Record<string, unknown>>>;

/**
 * Builds an input for any call of the contract.
 * @param values by field name; fields that the call doesn't have are left out
 */
export function makeInput(name: keyof Contract, values: Record<string, unknown>): CallInput {
  const endpoint: Endpoint = contract[name];
  const input: CallInput = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const { shape } = endpoint[part] ?? {};
    if (!shape) continue;
    const fields = Object.entries(values).filter(([field]) => field in shape);
    input[part] = Object.fromEntries(fields);
  }
  return input;
}
