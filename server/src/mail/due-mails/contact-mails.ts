import type { ContactMessageDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { listAdminUsers } from '../../users/users.service.ts';
import { addMail } from '../outbox.ts';
import { listNewMessages, unmarkMessage } from './marks.repo.ts';
import { addressTo, daysFromNow } from './recipients.ts';
import { addMarkedMails } from './add-marked-mails.ts';

const KEEP_TRYING_DAYS = 7;

/** Tells every admin what visitors wrote with the contact form. The admin's answer goes to the visitor. */
export async function addContactMails(services: Services, signal?: AbortSignal): Promise<void> {
  const marks = { list: listNewMessages, add: addContactMail, unmark: unmarkMessage };
  await addMarkedMails(marks, services, signal);
}

async function addContactMail(
  { _id: messageId, name, email }: ContactMessageDocument,
  services: Services,
): Promise<void> {
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
