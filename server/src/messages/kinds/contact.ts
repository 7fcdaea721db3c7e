import { ObjectId } from 'mongodb';
import type { ContactMessageDocument } from '../../database/contact-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { cleanLine } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { findUserWithId } from '../../users/find-users.ts';
import { getMessage, nameReplyLine } from '../contact/contact.service.ts';
import { facts, link, quote } from '../content.ts';
import { aboutNoChild, defineMail, type NewMail } from '../mail-module.ts';
import { sayMoment, subjectOf } from '../parts/say.ts';
import { findOwner, toAdmins } from '../recipients.ts';

/** What the contact form causes: the message for the admins, its sender’s copy, and the reply. */

/** Passes a message from the contact form on to every admin. A reply goes to its sender. R75, R257, R311 */
export const contactForm = defineMail<
  { messageId: ObjectId },
  { name: string; email: string; message: string; at: Date; isByMail?: true }
>({
  isForAdmins: true,
  on: {
    async 'message arrived'({ data: { messageId } }, services, batch) {
      const message = await getMessage(messageId, services);
      if (!message || (await isFlood(messageId, batch, services))) return [];
      const { name, email } = message;
      const mails = await toAdmins(`contact-${messageId.toHexString()}`, { messageId }, services);
      return mails.map((mail) => ({ ...mail, replyTo: { name, address: email } }));
    },
  },

  /** What an admin reads of a message that is still in the inbox. */
  async read({ messageId }, _reader, services) {
    const found = await getMessage(messageId, services);
    if (!found) return undefined;
    const { name, email, message, at, isByMail } = found;
    return aboutNoChild({ name, email, message, at, ...(isByMail && { isByMail }) });
  },

  write({ name, email, message, at, isByMail }, { timeZone }) {
    const sender = cleanLine(name) || email;
    return {
      subject: subjectOf('Message from ', sender),
      parts: [
        isByMail
          ? 'Somebody has answered an email of the school:'
          : 'Somebody has sent the school a message with the contact form:',
        facts([
          ['From', sender],
          ['Email', email],
          ['When', sayMoment(at, timeZone)],
        ]),
        quote(message),
        `Reply in the Contact Inbox, so that all admins see it. If you reply to this email, your reply goes to ${email}: mark the message as done then, so that nobody else replies too.`,
        link('Open the Contact Inbox', '/dashboard/messages'),
      ],
    };
  },
});

const HOUR_MS = 60 * 60_000;

/**
 * How many messages of one hour the admins get by email. Further ones are only in the inbox. Somebody who calls from
 * many addresses must not fill the admins' mailboxes, nor use up the mail server's daily limit.
 */
export const MESSAGES_BY_MAIL = 30;

/** Whether the admins got emails about enough other messages in the last hour. */
async function isFlood(
  messageId: ObjectId,
  batch: NewMail[],
  { database, now }: Services,
): Promise<boolean> {
  const since = new Date(now().getTime() - HOUR_MS);
  const sent = await database.collections.outbox
    .find({ createdAt: { $gte: since }, 'cause.kind': 'contact form' })
    .project<Pick<NewMail, 'cause'>>({ cause: 1 })
    .toArray();
  const ids = [...sent, ...batch].flatMap(({ cause }) =>
    cause.kind === 'contact form' ? (cause['messageId'] as ObjectId).toHexString() : [],
  );
  const told = new Set(ids);
  return !told.has(messageId.toHexString()) && told.size >= MESSAGES_BY_MAIL;
}

/** A copy of the message, for its sender, if the address is theirs. R257 */
export const contactCopy = defineMail<{ messageId: ObjectId }, { message: string; at: Date }>({
  on: {
    async 'message arrived'({ data: { messageId } }, services) {
      const message = await getMessage(messageId, services);
      // An answer by email is in their own mailbox already, and a copy of it might be answered by a program.
      if (message?.isByMail) return [];
      const to = message && (await findOwner(message, services));
      return to ? [{ id: `copy-${messageId.toHexString()}`, about: { messageId }, to }] : [];
    },
  },

  /** What its sender reads of a message that is still in the inbox, while the address is theirs. */
  async read({ messageId }, { user }, services) {
    const found = await getMessage(messageId, services);
    if (user.status !== 'active' || !user.isVerified || found?.email !== user.email)
      return undefined;
    const { message, at } = found;
    return found.copyTo?.equals(user._id) ? aboutNoChild({ message, at }) : undefined;
  },

  write: ({ message, at }, { timeZone }) => ({
    subject: 'Your message to the school',
    parts: [
      `Thank you for your message of ${sayMoment(at, timeZone)}. We answer to this address. This is a copy of what you wrote:`,
      quote(message),
    ],
  }),
});

type ContactReplyCause = { messageId: ObjectId; replyId: string };

/** `message` is what they wrote; null if the address's owner is unknown. */
type ContactReplyProps = { reply: string; message: string | null; at: Date; isFirst?: true };

/** What the school replies to the sender of a message: to the address that they gave. R311 */
export const contactReply = defineMail<ContactReplyCause, ContactReplyProps>({
  on: {
    async 'reply to message'({ data: { after } }, services) {
      const messageId = new ObjectId(after.message);
      const message = await getMessage(messageId, services);
      if (!message) return [];
      const { name, email } = message;
      const id = nameReplyLine(after.message, after.reply);
      const to = (await findOwner(message, services)) ??
        (await findWrittenTo(message, services)) ?? { name, address: email };
      return [{ id, about: { messageId, replyId: after.reply }, to }];
    },
  },
  readForAnyone: (cause, services) => readReply(cause, undefined, services),
  read: (cause, { user }, services) => readReply(cause, user, services),

  write: ({ reply, message, at, isFirst }, { timeZone }) => ({
    subject: isFirst ? 'A message from the school' : 'Our reply to your message',
    parts: [
      isFirst
        ? 'The school writes to you:'
        : `You wrote to us on ${sayMoment(at, timeZone)}. This is our reply:`,
      quote(reply),
      message !== null && !isFirst && ['Your message was:', quote(message)],
      'If you reply to this email, your reply goes to the school.',
    ],
  }),
});

/**
 * A reply to a message that is still in the inbox.
 * @param owner the account that wrote it. Only they get their message quoted: anybody can give another person's
 *   address, and must not make the school send their words there
 */
async function readReply(
  { messageId, replyId }: ContactReplyCause,
  owner: UserDocument | undefined,
  services: Services,
) {
  const found = await getMessage(messageId, services);
  const reply = found?.replies?.find(({ _id }) => _id === replyId);
  if (!found || !reply) return undefined;
  const isTheirs = owner !== undefined && found.copyTo?.equals(owner._id) === true;
  const message = isTheirs ? found.message : null;
  const isFirst = found.message === '' && { isFirst: true as const };
  return aboutNoChild({ reply: reply.text, message, at: found.at, ...isFirst });
}

/** The account that the school wrote to first, which may have an address that nobody has confirmed, or none. */
async function findWrittenTo(
  { message, copyTo }: ContactMessageDocument,
  services: Services,
): Promise<UserDocument | undefined> {
  const account = message === '' && copyTo ? await findUserWithId(copyTo, services) : null;
  return account?.status === 'active' ? account : undefined;
}
