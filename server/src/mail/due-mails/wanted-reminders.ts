import type { Services } from '../../services.ts';
import { wantsReminders } from '../my-mail.ts';
import { addMails, type NewMail } from '../outbox.ts';
import { listKnownLines } from './due-mails.repo.ts';
import { addressTo, findRecipients } from './recipients.ts';

/** A reminder that is due, if its recipient wants reminders. */
export type DueReminder = Pick<NewMail, '_id' | 'cause' | 'notAfter'> & { email: string };

/** Adds reminders that are not in the outbox yet, for people with a confirmed address who want reminders. */
export async function addWantedReminders(
  due: DueReminder[],
  services: Services,
  signal?: AbortSignal,
): Promise<void> {
  if (due.length === 0) return;
  const ids = due.map(({ _id }) => _id);
  const known = await listKnownLines(services.database.collections, ids);
  const missing = due.filter(({ _id }) => !known.has(_id));
  if (missing.length === 0) return;
  const emails = missing.map(({ email }) => email);
  const recipients = await findRecipients(emails, services);
  const wanted = missing.flatMap(({ email, ...reminder }): NewMail[] => {
    const user = recipients.get(email);
    return user && wantsReminders(user)
      ? [{ ...reminder, ...addressTo(user), isEssential: false }]
      : [];
  });
  if (!signal?.aborted) await addMails(wanted, services);
}
