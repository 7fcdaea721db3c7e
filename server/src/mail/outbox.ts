import type { OutboxDocument } from '../database/outbox-document.ts';
import type { Services } from '../services.ts';
import { insertLineOnce } from './outbox.repo.ts';

/** What causes an email must say; the rest follows. */
export type NewMail = Pick<
  OutboxDocument,
  '_id' | 'cause' | 'to' | 'userId' | 'isEssential' | 'replyTo' | 'notAfter'
>;

/** Puts an email into the outbox, due now. Harmless if it is there already, whatever has become of it. */
export async function addMail(mail: NewMail, { database, now }: Services): Promise<void> {
  const at = now();
  await insertLineOnce(database.collections, {
    ...mail,
    state: 'queued',
    attempts: 0,
    nextAt: at,
    createdAt: at,
  });
}
