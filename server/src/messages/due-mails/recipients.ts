import type { UserDocument } from '../../database/collections.ts';
import { DAY_MS } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { findUsersWithEmails } from '../../people/users/users.service.ts';
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

/** The moment some days from now. */
export function daysFromNow(days: number, { now }: Pick<Services, 'now'>): Date {
  return new Date(now().getTime() + days * DAY_MS);
}
