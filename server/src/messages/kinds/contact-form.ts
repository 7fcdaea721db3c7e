import type { ObjectId } from 'mongodb';
import { cleanLine } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { getMessage } from '../contact/contact.service.ts';
import { facts, link, quote } from '../content.ts';
import { toAdmins } from '../recipients.ts';
import { aboutNoChild, defineMail, type NewMail } from '../mail-module.ts';
import { sayMoment, subjectOf } from '../parts/say.ts';

/** Passes a message from the contact form on to every admin. A reply goes to its sender. */
export const contactForm = defineMail<
  { messageId: ObjectId },
  { name: string; email: string; message: string; at: Date }
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
    const { name, email, message, at } = found;
    return aboutNoChild({ name, email, message, at });
  },

  write({ name, email, message, at }, { timeZone }) {
    const sender = cleanLine(name) || email;
    return {
      subject: subjectOf('Message from ', sender),
      parts: [
        'Somebody has sent the school a message with the contact form:',
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
 * How many messages of one hour the admins get by email. Further ones are only in the inbox. Somebody who calls from many
 * addresses must not fill the admins' mailboxes, nor use up what the mail server takes from us in a day.
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
