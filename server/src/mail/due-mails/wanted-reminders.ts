import type { Services } from '../../services.ts';
import { getMailChoice } from '../my-mail.ts';
import { addMail, type NewMail } from '../outbox.ts';
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
  for (const { email, ...reminder } of missing) {
    if (signal?.aborted) return;
    const user = recipients.get(email);
    if (user?.status !== 'active' || !user.isVerified || !getMailChoice(user).reminders) continue;
    await addMail({ ...reminder, ...addressTo(user), isEssential: false }, services);
  }
}
