import { KEEP_MAIL_DAYS, MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { OwnMessage } from '@speakifyr/contract/mail.ts';
import type { UserDocument } from '../database/collections.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { listWrittenTo } from './outbox-list.repo.ts';

/**
 * The newest emails to a person of the last KEEP_MAIL_DAYS days, at most MAX_PAGE_SIZE. They are found by the person's
 * record, because another record may have had the same address before.
 */
export async function getMyMessages(
  { _id }: Pick<UserDocument, '_id'>,
  { database, now }: Services,
): Promise<OwnMessage[]> {
  const since = new Date(now().getTime() - KEEP_MAIL_DAYS * DAY_MS);
  const lines = await listWrittenTo(database.collections, _id, since, MAX_PAGE_SIZE);
  return lines.map(({ _id, cause, createdAt, sentAt, written }) => ({
    _id,
    kind: cause.kind,
    at: (sentAt ?? createdAt).toISOString(),
    letter: written.letter,
    attachments: written.attachments,
  }));
}
