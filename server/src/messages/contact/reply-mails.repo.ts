import type { MailState } from '@speakifyr/contract/mail-kinds.ts';
import type { Collections } from '../../database/collections.ts';

/** What has become of some emails, by the ids of their lines. Those that are forgotten are left out. */
export async function readMailStates(
  { outbox }: Pick<Collections, 'outbox'>,
  ids: string[],
): Promise<Map<string, MailState>> {
  if (ids.length === 0) return new Map();
  const lines = await outbox.find({ _id: { $in: ids } }, { projection: { state: 1 } }).toArray();
  return new Map(lines.map(({ _id, state }) => [_id, state]));
}
