import { ObjectId } from 'mongodb';
import type { UserDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { getMessage, nameReplyLine } from '../contact/contact.service.ts';
import { quote } from '../content.ts';
import { findOwner } from '../recipients.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { sayMoment } from '../parts/say.ts';

type ContactReplyCause = { messageId: ObjectId; replyId: string };

/** `message` is what they wrote; null if nobody knows whose address it is. */
type ContactReplyProps = { reply: string; message: string | null; at: Date };

/** What the school replies to the sender of a message: to the address that they gave. */
export const contactReply = defineMail<ContactReplyCause, ContactReplyProps>({
  on: {
    async 'reply to message'({ data: { after } }, services) {
      const messageId = new ObjectId(after.message);
      const message = await getMessage(messageId, services);
      if (!message) return [];
      const { name, email } = message;
      const id = nameReplyLine(after.message, after.reply);
      const to = (await findOwner(message, services)) ?? { name, address: email };
      return [{ id, about: { messageId, replyId: after.reply }, to }];
    },
  },
  readForAnyone: (cause, services) => read(cause, undefined, services),
  read: (cause, { user }, services) => read(cause, user, services),

  write: ({ reply, message, at }, { timeZone }) => ({
    subject: 'Our reply to your message',
    parts: [
      `You wrote to us on ${sayMoment(at, timeZone)}. This is our reply:`,
      quote(reply),
      message !== null && ['Your message was:', quote(message)],
      'If you reply to this email, your reply goes to the school.',
    ],
  }),
});

/**
 * A reply to a message that is still in the inbox.
 * @param owner the account that wrote it. Only they read their own message again: anybody can give another person's
 *   address, and must not make the school send their words there
 */
async function read(
  { messageId, replyId }: ContactReplyCause,
  owner: UserDocument | undefined,
  services: Services,
) {
  const found = await getMessage(messageId, services);
  const reply = found?.replies?.find(({ _id }) => _id === replyId);
  if (!found || !reply) return undefined;
  const isTheirs = owner !== undefined && found.copyTo?.equals(owner._id) === true;
  const message = isTheirs ? found.message : null;
  return aboutNoChild({ reply: reply.text, message, at: found.at });
}
