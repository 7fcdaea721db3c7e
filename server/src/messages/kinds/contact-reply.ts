import type { MailContent } from '@speakifyr/contract/mail.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../../database/collections.ts';
import type { EventOf } from '../../database/event-document.ts';
import { cleanText } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { getMessage, nameReplyLine } from '../contact/contact.service.ts';
import { addressTo, daysFromNow, findOwner, KEEP_TRYING_DAYS } from '../due-mails/recipients.ts';
import { aboutNoChild, defineMail, type MailContext, type Read } from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { greet, sayMoment } from '../parts/say.ts';

export type ContactReplyCause = { kind: 'contact reply'; messageId: ObjectId; replyId: string };

/** `message` is what they wrote; null if nobody knows whose address it is. */
type ContactReplyProps = { reply: string; message: string | null; at: Date };

export const contactReply = defineMail<ContactReplyCause, ContactReplyProps>({
  kind: 'contact reply',
  on: { 'reply to message': describeReplyMail },
  readForAnyone: (cause, services) => readContactReply(cause, undefined, services),
  read: (cause, { user }, services) => readContactReply(cause, user, services),
  write,
});

/** What the school replies to the sender of a message. */
function write(
  { reply, message, at }: ContactReplyProps,
  { to, timeZone }: MailContext,
): MailContent {
  return {
    subject: 'Our reply to your message',
    greeting: greet(to),
    parts: [
      { kind: 'text', text: `You wrote to us on ${sayMoment(at, timeZone)}. This is our reply:` },
      { kind: 'quote', text: cleanText(reply) || '–' },
      ...(message === null
        ? []
        : ([
            { kind: 'text', text: 'Your message was:' },
            { kind: 'quote', text: cleanText(message) || '–' },
          ] satisfies MailContent['parts'])),
      { kind: 'text', text: 'If you reply to this email, your reply goes to the school.' },
    ],
  };
}

/**
 * A reply to a message that is still in the inbox.
 * @param owner the account that wrote it. Only they read their own message again: anybody can give another person's
 *   address, and must not make the school send their words there
 */
async function readContactReply(
  { messageId, replyId }: ContactReplyCause,
  owner: UserDocument | undefined,
  services: Services,
): Promise<Read<ContactReplyProps> | undefined> {
  const found = await getMessage(messageId, services);
  const reply = found?.replies?.find(({ _id }) => _id === replyId);
  if (!found || !reply) return undefined;
  const isTheirs = owner !== undefined && found.copyTo?.equals(owner._id) === true;
  const message = isTheirs ? found.message : null;
  return aboutNoChild({ reply: reply.text, message, at: found.at });
}

/** A reply, for the sender of the message: to the address that they gave. */
async function describeReplyMail(
  { data: { after } }: EventOf<'reply to message'>,
  services: Services,
): Promise<NewMail<ContactReplyCause>[]> {
  const { message: id, reply: replyId } = after;
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
