import type { ContactMessageDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { listAdminUsers } from '../../users/users.service.ts';
import { addMail } from '../outbox.ts';
import { listContactLines } from './due-mails.repo.ts';
import { listNewMessages, unmarkMessage } from './marks.repo.ts';
import { addressTo, daysFromNow } from './recipients.ts';
import { addMarkedMails } from './add-marked-mails.ts';

const KEEP_TRYING_DAYS = 7;
const HOUR_MS = 60 * 60_000;

/**
 * How many messages of one hour the admins get by email. Further ones are only in the inbox. Somebody who calls from many
 * addresses must not fill the admins' mailboxes, nor use up what the mail server takes from us in a day.
 */
export const MESSAGES_BY_MAIL = 30;

/** Tells every admin what visitors wrote with the contact form. The admin's answer goes to the visitor. */
export async function addContactMails(services: Services, signal?: AbortSignal): Promise<void> {
  const marks = { list: listNewMessages, add: addContactMail, unmark: unmarkMessage };
  await addMarkedMails(marks, services, signal);
}

async function addContactMail(
  { _id: messageId, name, email }: ContactMessageDocument,
  services: Services,
): Promise<void> {
  const since = new Date(services.now().getTime() - HOUR_MS);
  const recent = await listContactLines(services.database.collections, since);
  const told = new Set(recent.filter((id) => !id.equals(messageId)).map((id) => id.toHexString()));
  if (told.size >= MESSAGES_BY_MAIL) return;
  for (const admin of await listAdminUsers(services)) {
    const mail = {
      _id: `contact-${messageId.toHexString()}-${admin._id.toHexString()}`,
      cause: { kind: 'contact form' as const, messageId },
      ...addressTo(admin),
      replyTo: { name, address: email },
      isEssential: true,
      notAfter: daysFromNow(KEEP_TRYING_DAYS, services),
    };
    await addMail(mail, services);
  }
}
