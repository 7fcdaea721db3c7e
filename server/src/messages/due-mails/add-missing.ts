import type { UserDocument } from '../../database/collections.ts';
import type { MailCause } from '../../database/outbox-document.ts';
import type { Services } from '../../services.ts';
import { wantsReminders } from '../my-mail.ts';
import { addMails, type NewMail } from '../outbox.ts';
import { listKnownLines } from '../due-mails.repo.ts';
import { addressTo, findRecipients } from './recipients.ts';

/** A reminder that is due, if its recipient wants reminders. */
export type DueReminder<C = MailCause> = Pick<NewMail<C>, '_id' | 'cause' | 'notAfter'> & {
  user: UserDocument;
};

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

/** An email about a waiting list, before it is known who gets it. */
export type DueMail<C = MailCause> = Pick<NewMail<C>, '_id' | 'cause' | 'notAfter'> & {
  email: string;
};

/** Adds the emails about waiting lists that are not in the outbox yet. */
export async function addMissing(due: DueMail[], services: Services): Promise<void> {
  if (due.length === 0) return;
  const known = await listKnownLines(
    services.database.collections,
    due.map(({ _id }) => _id),
  );
  const missing = due.filter(({ _id }) => !known.has(_id));
  if (missing.length === 0) return;
  const users = await findRecipients(
    missing.map(({ email }) => email),
    services,
  );
  const mails = missing.flatMap(({ email, ...mail }): NewMail[] => {
    const user: UserDocument | undefined = users.get(email);
    return user?.status === 'active' ? [{ ...mail, ...addressTo(user), isEssential: true }] : [];
  });
  await addMails(mails, services);
}
