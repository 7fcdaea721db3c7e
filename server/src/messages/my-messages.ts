import { KEEP_MAIL_DAYS, MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { OwnMessage } from '@speakifyr/contract/mail.ts';
import type { UserDocument } from '../database/collections.ts';
import type { OutboxDocument, WrittenMail } from '../database/outbox-document.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { readFamilyRights } from '../families/family-rights.ts';

/**
 * The newest emails to a person of the last KEEP_MAIL_DAYS days, at most MAX_PAGE_SIZE. They are found by the person's
 * record, because another record may have had the same address before. Those that say where a child is go with the
 * guardian's rights.
 */
export async function getMyMessages(
  user: Pick<UserDocument, '_id' | 'email' | 'status'>,
  services: Services,
): Promise<OwnMessage[]> {
  const since = new Date(services.now().getTime() - KEEP_MAIL_DAYS * DAY_MS);
  const { isTheirs } = await readFamilyRights(user, services);
  const lines = await services.database.collections.outbox
    .find<OutboxDocument & { written: WrittenMail }>({
      userId: user._id,
      createdAt: { $gte: since },
      written: { $exists: true },
      // Its link proves that they read another mailbox.
      'cause.kind': { $ne: 'confirm address' },
      // Not those that were no longer true. A message from the school is for the page even if the person wants no email of it.
      $or: [{ state: { $ne: 'stale' } }, { 'cause.kind': 'school message' }, { isDismissed: true }],
    })
    .sort({ createdAt: -1, _id: -1 })
    .limit(MAX_PAGE_SIZE)
    .toArray();
  const readable = lines.filter(({ childIds = [] }) => childIds.every(isTheirs));
  return readable.map(({ _id, cause, createdAt, sentAt, written }) => ({
    _id,
    kind: cause.kind,
    at: (sentAt ?? createdAt).toISOString(),
    content: written.content,
    attachments: written.attachments,
  }));
}
