import type { ObjectId } from 'mongodb';
import { getMessage } from '../contact/contact.service.ts';
import { quote } from '../content.ts';
import { findOwner } from '../recipients.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { sayMoment } from '../parts/say.ts';

/** A copy of the message, for its sender, if the address is theirs. */
export const contactCopy = defineMail<{ messageId: ObjectId }, { message: string; at: Date }>({
  on: {
    async 'message arrived'({ data: { messageId } }, services) {
      const message = await getMessage(messageId, services);
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
