import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import type { Collections } from '../../database/collections.ts';
import type { EventOf } from '../../database/event-document.ts';
import { worksInOffice } from '../../people/users/bundles.ts';
import { listOfficeUsers } from '../../people/users/find-users.ts';
import { cleanLine, cleanText } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { getMessage } from '../contact/contact.service.ts';
import { addEventMails } from '../due-mails/add-event-mails.ts';
import { listContactLines } from '../due-mails.repo.ts';
import { listDueEvents, unmarkEvents } from '../due-events.repo.ts';
import { essentialTo, KEEP_TRYING_DAYS } from '../due-mails/recipients.ts';
import {
  aboutNoChild,
  defineMail,
  type MailContext,
  type Read,
  type Reader,
} from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { greet, sayMoment, subjectOf } from '../parts/say.ts';
import { describeCopy } from './contact-copy.ts';

export type ContactFormCause = { kind: 'contact form'; messageId: ObjectId };

type ContactFormProps = { name: string; email: string; message: string; at: Date };

export const contactForm = defineMail<ContactFormCause, ContactFormProps>({
  kind: 'contact form',
  look: addContactMails,
  read,
  write,
});

/** Passes a message from the contact form on to an admin. A reply goes to its sender. */
function write(
  { name, email, message, at }: ContactFormProps,
  { to, timeZone }: MailContext,
): MailContent {
  const sender = cleanLine(name) || email;
  return {
    subject: subjectOf('Message from ', sender),
    greeting: greet(to),
    parts: [
      { kind: 'text', text: 'Somebody has sent the school a message with the contact form:' },
      {
        kind: 'facts',
        facts: [
          { label: 'From', value: sender },
          { label: 'Email', value: email },
          { label: 'When', value: sayMoment(at, timeZone) },
        ],
      },
      { kind: 'quote', text: cleanText(message) || '–' },
      {
        kind: 'text',
        text: `Reply in the Contact Inbox, so that all admins see it. If you reply to this email, your reply goes to ${email}: mark the message as done then, so that nobody else replies too.`,
      },
      { kind: 'link', label: 'Open the Contact Inbox', path: '/dashboard/messages' },
    ],
  };
}

/** What an admin reads of a message that is still in the inbox. */
async function read(
  { messageId }: ContactFormCause,
  { user }: Reader,
  services: Services,
): Promise<Read<ContactFormProps> | undefined> {
  if (!worksInOffice(user)) return undefined;
  const found = await getMessage(messageId, services);
  if (!found) return undefined;
  const { name, email, message, at } = found;
  return aboutNoChild({ name, email, message, at });
}

const HOUR_MS = 60 * 60_000;

/** Several at once make one look, so that they can be counted. */
export const MESSAGES: 'message arrived'[] = ['message arrived'];

/**
 * How many messages of one hour the admins get by email. Further ones are only in the inbox. Somebody who calls from many
 * addresses must not fill the admins' mailboxes, nor use up what the mail server takes from us in a day.
 */
export const MESSAGES_BY_MAIL = 30;

/**
 * Tells every admin what visitors wrote with the contact form. The admin's answer goes to the visitor. A signed-in
 * visitor who gives their own confirmed address gets a copy.
 */
async function addContactMails(services: Services, signal?: AbortSignal): Promise<void> {
  const due = {
    list: (collections: Collections) => listDueEvents(collections, { $in: MESSAGES }),
    describe: createDescriber(services),
    unmark: unmarkEvents,
  };
  await addEventMails(due, services, signal);
}

/** @returns describes the emails about one message after the other, up to MESSAGES_BY_MAIL messages an hour */
function createDescriber(services: Services) {
  let told: Set<string> | undefined;
  return async ({ data }: EventOf<'message arrived'>): Promise<NewMail[]> => {
    const message = await getMessage(data.messageId, services);
    if (!message) return [];
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
