import type { UserDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { wantsReminders } from '../my-mail.ts';
import { addMails, type NewMail } from '../outbox.ts';
import { listKnownLines } from './due-mails.repo.ts';
import { addressTo } from './recipients.ts';

/** A reminder that is due, if its recipient wants reminders. */
export type DueReminder = Pick<NewMail, '_id' | 'cause' | 'notAfter'> & { user: UserDocument };

/** Adds reminders that are not in the outbox yet, for people with a confirmed address who want reminders. */
export async function addWantedReminders(
  due: DueReminder[],
  services: Services,
  signal?: AbortSignal,
): Promise<void> {
  const wanted = due.filter(({ user }) => wantsReminders(user));
  if (wanted.length === 0) return;
  const known = await listKnownLines(
    services.database.collections,
    wanted.map(({ _id }) => _id),
  );
  const missing = wanted
    .filter(({ _id }) => !known.has(_id))
    .map(({ user, ...reminder }) => ({ ...reminder, ...addressTo(user), isEssential: false }));
  if (!signal?.aborted) await addMails(missing, services);
}
