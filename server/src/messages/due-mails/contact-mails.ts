import { ObjectId } from 'mongodb';
import { getMessage, nameReplyLine } from '../contact/contact.service.ts';
import type {
  AuditDocument,
  ContactMessageDocument,
  UserDocument,
} from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { listOfficeUsers } from '../../people/users/users.service.ts';
import type { NewMail } from '../outbox.ts';
import { listContactLines } from './due-mails.repo.ts';
import { listNewMessages, unmarkMessages } from './marks.repo.ts';
import { addressTo, daysFromNow, essentialTo, findRecipient } from './recipients.ts';
import { addMarkedMails } from './add-marked-mails.ts';

const KEEP_TRYING_DAYS = 7;
const HOUR_MS = 60 * 60_000;

/**
 * How many messages of one hour the admins get by email. Further ones are only in the inbox. Somebody who calls from many
 * addresses must not fill the admins' mailboxes, nor use up what the mail server takes from us in a day.
 */
export const MESSAGES_BY_MAIL = 30;

/**
 * Tells every admin what visitors wrote with the contact form. The admin's answer goes to the visitor. A signed-in
 * visitor who gives their own confirmed address gets a copy.
 */
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
  return async (message: ContactMessageDocument): Promise<NewMail[]> => {
    const { _id, name, email } = message;
    const copy = await describeCopy(message, services);
    const since = new Date(services.now().getTime() - HOUR_MS);
    told ??= new Set(
      (await listContactLines(services.database.collections, since)).map((id) => id.toHexString()),
    );
    const messageId = _id.toHexString();
    if (!told.has(messageId) && told.size >= MESSAGES_BY_MAIL) return copy;
    told.add(messageId);
    const admins = await listOfficeUsers(services);
    const toAdmins = admins.map((admin) => ({
      _id: `contact-${messageId}-${admin._id.toHexString()}`,
      cause: { kind: 'contact form' as const, messageId: _id },
      ...essentialTo(admin, KEEP_TRYING_DAYS, services),
      replyTo: { name, address: email },
    }));
    return [...toAdmins, ...copy];
  };
}

/** Who wrote a message, if the address is theirs for sure. */
async function findOwner(
  { email, copyTo }: ContactMessageDocument,
  services: Services,
): Promise<UserDocument | undefined> {
  const user = copyTo && (await findRecipient(email, services));
  return user?._id.equals(copyTo) ? user : undefined;
}

/** A copy for its sender, if the address is theirs. */
async function describeCopy(
  message: ContactMessageDocument,
  services: Services,
): Promise<NewMail[]> {
  const user = await findOwner(message, services);
  if (!user) return [];
  return [
    {
      _id: `copy-${message._id.toHexString()}`,
      cause: { kind: 'contact copy', messageId: message._id },
      ...essentialTo(user, KEEP_TRYING_DAYS, services),
    },
  ];
}

/** A reply, for the sender of the message: to the address that they gave. */
export async function describeReplyMail(
  { after }: AuditDocument,
  services: Services,
): Promise<NewMail[]> {
  const [id, replyId] = [after?.['message'], after?.['reply']];
  if (typeof id !== 'string' || typeof replyId !== 'string') return [];
  const messageId = new ObjectId(id);
  const message = await getMessage(messageId, services);
  if (!message) return [];
  const { name, email } = message;
  const owner = await findOwner(message, services);
  return [
    {
      _id: nameReplyLine(id, replyId),
      cause: { kind: 'contact reply', messageId, replyId },
      ...(owner ? addressTo(owner) : { to: { name, address: email } }),
      ...{ isEssential: true, notAfter: daysFromNow(KEEP_TRYING_DAYS, services) },
    },
  ];
}
