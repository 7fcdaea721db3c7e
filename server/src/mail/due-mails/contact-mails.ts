import type { ContactMessageDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { listAdminUsers } from '../../users/users.service.ts';
import { addMail } from '../outbox.ts';
import { listNewMessages, unmarkMessage } from './marks.repo.ts';
import { addressTo, daysFromNow } from './recipients.ts';
import { writeMarked } from './write-marked.ts';

const KEEP_TRYING_DAYS = 7;

/** What visitors wrote with the contact form, to every admin. Their answer goes to the sender. */
export async function writeContactMails(services: Services, signal?: AbortSignal): Promise<void> {
  const marks = { list: listNewMessages, write: writeContactMail, unmark: unmarkMessage };
  await writeMarked(marks, services, signal);
}

async function writeContactMail(
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
