import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import type { ContactMessageDocument } from '../../database/collections.ts';
import { cleanText } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { getMessage } from '../contact/contact.service.ts';
import { essentialTo, findOwner, KEEP_TRYING_DAYS } from '../due-mails/recipients.ts';
import {
  aboutNoChild,
  defineMail,
  type MailContext,
  type Read,
  type Reader,
} from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { greet, sayMoment } from '../parts/say.ts';

export type ContactCopyCause = { kind: 'contact copy'; messageId: ObjectId };

type ContactCopyProps = { message: string; at: Date };

export const contactCopy = defineMail<ContactCopyCause, ContactCopyProps>({
  kind: 'contact copy',
  // addContactMails in contact-form.ts adds it.
  read,
  write,
});

/** A copy of the message, for its sender. */
function write({ message, at }: ContactCopyProps, { to, timeZone }: MailContext): MailContent {
  return {
    subject: 'Your message to the school',
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `Thank you for your message of ${sayMoment(at, timeZone)}. We answer to this address. This is a copy of what you wrote:`,
      },
      { kind: 'quote', text: cleanText(message) || '–' },
    ],
  };
}

/** What its sender reads of a message that is still in the inbox, while the address is theirs. */
async function read(
  { messageId }: ContactCopyCause,
  { user }: Reader,
  services: Services,
): Promise<Read<ContactCopyProps> | undefined> {
  const found = await getMessage(messageId, services);
  if (user.status !== 'active' || !user.isVerified || found?.email !== user.email) return undefined;
  const { message, at } = found;
  return found.copyTo?.equals(user._id) ? aboutNoChild({ message, at }) : undefined;
}

/** A copy for its sender, if the address is theirs. */
export async function describeCopy(
  message: ContactMessageDocument,
  services: Services,
): Promise<NewMail<ContactCopyCause>[]> {
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
