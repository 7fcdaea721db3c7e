import type { ContactMessageDocument, UserDocument } from '../../database/collections.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import type { MailCause } from '../../database/outbox-document.ts';
import { findUsersWithEmails, listOfficeUsers } from '../../people/users/find-users.ts';
import { DAY_MS } from '../../school-time.ts';
import type { Services } from '../../services.ts';
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

/** The part of a line that says who gets it. */
export function addressTo({
  _id,
  name,
  email,
}: Pick<UserDocument, '_id' | 'name' | 'email'>): Pick<NewMail, 'to' | 'userId'> {
  return { to: { name, address: email }, userId: _id };
}

/** The part of a line that says who gets it whatever they turned off, and for how many days we keep trying. */
export function essentialTo(
  user: UserDocument,
  days: number,
  services: Services,
): Pick<NewMail, 'to' | 'userId' | 'isEssential' | 'notAfter'> {
  return { ...addressTo(user), isEssential: true, notAfter: daysFromNow(days, services) };
}

/** How many days we keep trying. */
export const KEEP_TRYING_DAYS = 7;

/** The same for emails about money. */
export const KEEP_TRYING_MONEY_DAYS = 30;

/** The moment some days from now. */
export function daysFromNow(days: number, { now }: Pick<Services, 'now'>): Date {
  return new Date(now().getTime() + days * DAY_MS);
}

/** Tells the person that an act was about. */
export async function tellTarget<C extends MailCause>(
  { data: { target } }: AuditEvent,
  _id: string,
  cause: C,
  services: Services,
): Promise<NewMail<C>[]> {
  const user = await findRecipient(target, services);
  if (!user) return [];
  return [{ _id, cause, ...essentialTo(user, KEEP_TRYING_DAYS, services) }];
}

/** Tells every admin who works in the office. */
export async function tellAdmins<C extends MailCause>(
  id: string,
  cause: C,
  services: Services,
): Promise<NewMail<C>[]> {
  const admins = await listOfficeUsers(services);
  return admins.map((admin) => ({
    _id: `${id}-${admin._id.toHexString()}`,
    cause,
    ...essentialTo(admin, KEEP_TRYING_DAYS, services),
  }));
}

/** Who wrote a message, if the address is theirs for sure. */
export async function findOwner(
  { email, copyTo }: ContactMessageDocument,
  services: Services,
): Promise<UserDocument | undefined> {
  const user = copyTo && (await findRecipient(email, services));
  return user?._id.equals(copyTo) ? user : undefined;
}

/** Tells the person who paid. */
export async function tellPayer<C extends MailCause>(
  email: string,
  _id: string,
  cause: C,
  services: Services,
): Promise<NewMail<C>[]> {
  const user = await findRecipient(email, services);
  return user ? [{ _id, cause, ...essentialTo(user, KEEP_TRYING_MONEY_DAYS, services) }] : [];
}
