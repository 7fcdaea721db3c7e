import type { ContactMessageDocument, UserDocument } from '../../database/collections.ts';
import { findUsersWithEmails, listOfficeUsers } from '../../people/users/find-users.ts';
import { DAY_MS } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import type { AnyMail, DueMail } from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';

/**
 * The people with these addresses, by address. People who were removed still hear of what they paid for. Nobody writes
 * to somebody who deletes their account.
 */
export async function findRecipients(
  emails: string[],
  services: Services,
): Promise<Map<string, UserDocument>> {
  const found = await findUsersWithEmails(emails, services);
  const recipients = found.filter(({ status }) => status !== 'deleting');
  return new Map(recipients.map((user) => [user.email, user]));
}

/** @returns the person who gets an email to this address, or undefined if nobody does */
export async function findRecipient(
  email: string,
  services: Services,
): Promise<UserDocument | undefined> {
  return (await findRecipients([email], services)).get(email);
}

/** Who wrote a message, if the address is theirs for sure. */
export async function findOwner(
  { email, copyTo }: ContactMessageDocument,
  services: Services,
): Promise<UserDocument | undefined> {
  const user = copyTo && (await findRecipient(email, services));
  return user?._id.equals(copyTo) ? user : undefined;
}

/** The same email for each of these people. @param id names the cause */
export function toEach<About extends object>(users: UserDocument[], id: string, about: About) {
  return users.map((to) => ({ id: `${id}-${to._id.toHexString()}`, about, to }));
}

/** The same email for every admin who works with families. */
export async function toAdmins<About extends object>(id: string, about: About, services: Services) {
  return toEach(await listOfficeUsers(services), id, about);
}

/** How many days we keep trying. */
const KEEP_TRYING_DAYS = 7;

/** The same for emails about money. */
export const KEEP_TRYING_MONEY_DAYS = 30;

/** The lines of the outbox for emails of a kind. */
export function makeLines(mail: AnyMail, due: DueMail[], { now }: Services): NewMail[] {
  const days = mail.keepTryingDays ?? KEEP_TRYING_DAYS;
  const latest = new Date(now().getTime() + days * DAY_MS);
  return due.flatMap(({ id, about, to, notAfter = latest, replyTo }) => {
    if (!to) return [];
    const cause = { ...about, kind: mail.kind };
    const address =
      '_id' in to ? { name: to.name, address: to.email } : { name: to.name, address: to.address };
    const userId = '_id' in to ? to._id : to.userId;
    return [
      {
        ...{ _id: id, cause, to: address, notAfter, isEssential: !mail.choice },
        ...(userId && { userId }),
        ...(replyTo && { replyTo }),
      },
    ];
  });
}
