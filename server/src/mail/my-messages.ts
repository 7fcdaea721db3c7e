import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import type { OwnMessage } from '@speakifyr/contract/mail.ts';
import type { UserDocument } from '../database/collections.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { listWrittenTo } from './outbox-list.repo.ts';

/**
 * What the school has written to a person in the last KEEP_MAIL_DAYS days, newest first. It is found by the person's
 * record, because another record may have had the same address before.
 */
export async function getMyMessages(
  { _id }: Pick<UserDocument, '_id'>,
  { database, now }: Services,
): Promise<OwnMessage[]> {
  const since = new Date(now().getTime() - KEEP_MAIL_DAYS * DAY_MS);
  const lines = await listWrittenTo(database.collections, _id, since);
  return lines.flatMap((line) =>
    line.written
      ? [
          {
            _id: line._id,
            kind: line.cause.kind,
            at: (line.sentAt ?? line.createdAt).toISOString(),
            letter: line.written.letter,
            attachments: line.written.attachments,
          },
        ]
      : [],
  );
}
