import type { ContactMessageDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { listAdminUsers } from '../../users/users.service.ts';
import type { NewMail } from '../outbox.ts';
import { listContactLines } from './due-mails.repo.ts';
import { listNewMessages, unmarkMessages } from './marks.repo.ts';
import { essentialTo } from './recipients.ts';
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
  const marks = {
    list: listNewMessages,
    describe: createDescriber(services),
    unmark: unmarkMessages,
  };
  await addMarkedMails(marks, services, signal);
}

/** @returns describes the emails about one message after the other, up to MESSAGES_BY_MAIL messages an hour */
function createDescriber(services: Services) {
  let told: Set<string> | undefined;
  return async ({ _id, name, email }: ContactMessageDocument): Promise<NewMail[]> => {
    const since = new Date(services.now().getTime() - HOUR_MS);
    told ??= new Set(
      (await listContactLines(services.database.collections, since)).map((id) => id.toHexString()),
    );
    const messageId = _id.toHexString();
    if (!told.has(messageId) && told.size >= MESSAGES_BY_MAIL) return [];
    told.add(messageId);
    const admins = await listAdminUsers(services);
    return admins.map((admin) => ({
      _id: `contact-${messageId}-${admin._id.toHexString()}`,
      cause: { kind: 'contact form', messageId: _id },
      ...essentialTo(admin, KEEP_TRYING_DAYS, services),
      replyTo: { name, address: email },
    }));
  };
}
