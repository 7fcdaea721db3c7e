import type { UserDocument } from '../../database/collections.ts';
import { DAY_MS } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { findAnyUser } from '../../users/users.service.ts';
import type { NewMail } from '../outbox.ts';

/** @returns the person who gets an email to this address, or undefined if nobody does: they delete their account */
export async function findRecipient(
  email: string,
  services: Services,
): Promise<UserDocument | undefined> {
  const user = await findAnyUser(email, services);
  return user && user.status !== 'deleting' ? user : undefined;
}

/** The part of a line that says who gets it. */
export function addressTo({
  _id,
  name,
  email,
}: Pick<UserDocument, '_id' | 'name' | 'email'>): Pick<NewMail, 'to' | 'userId'> {
  return { to: { name, address: email }, userId: _id };
}

/** The moment some days from now. */
export function daysFromNow(days: number, { now }: Pick<Services, 'now'>): Date {
  return new Date(now().getTime() + days * DAY_MS);
}
