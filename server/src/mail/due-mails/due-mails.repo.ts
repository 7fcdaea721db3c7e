import type { Collections } from '../../database/collections.ts';

/** Those of the lines that are in the outbox, whatever has become of them. */
export async function listKnownLines(
  { outbox }: Pick<Collections, 'outbox'>,
  ids: string[],
): Promise<Set<string>> {
  const found = await outbox.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
  return new Set(found.map(({ _id }) => _id));
}
