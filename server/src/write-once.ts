import { createHash } from 'node:crypto';
import { ApiError } from './errors.ts';

/**
 * Writes whose id the caller chose, so that a retry after a lost answer writes nothing twice. The id alone proves
 * nothing: it may stand for something else that was written before. R485
 */

/** How the content of a request is written down for a comparison: as JSON, whose fields are in order of their names. */
function spell(content: unknown): string {
  const inOrder = (_name: string, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(content, inOrder);
}

/** What a request says, where the document that it writes does not say all of it. */
export function fingerprint(content: unknown): string {
  return createHash('sha256').update(spell(content)).digest('hex');
}

type Once = {
  /** All that this request says: who asks, about what, and the whole content. */
  wanted: unknown;
  /** Reads what the request that used the id first said, in the same form; nothing if nobody has used it. */
  find: () => Promise<unknown>;
  /** Writes it, unless the id is used; or throws why it can't. */
  write: () => Promise<unknown>;
};

/**
 * Writes something once. The same request again changes nothing.
 * @throws {ApiError} `request_used` if the id stands for anything else; what `write` throws
 */
export async function writeOnce({ wanted, find, write }: Once): Promise<void> {
  let first = await find();
  if (!first) {
    let failure: unknown;
    await write().catch((error: unknown) => (failure = error));
    first = await find();
    // With one, another request was faster.
    if (failure && !first) throw failure;
  }
  checkSame(first, wanted);
}

/** @throws {ApiError} `request_used` unless the request that used an id first said the same as this one */
export function checkSame(first: unknown, wanted: unknown): void {
  if (spell(first) !== spell(wanted)) throw new ApiError('request_used');
}
