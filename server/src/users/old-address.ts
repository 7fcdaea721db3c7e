import type { UserDocument } from '../database/user-documents.ts';
import type { EventOf, OldAddress } from '../database/event-document.ts';
import { newsEvent } from '../events/audit-event.ts';

type Known = Pick<UserDocument, '_id' | 'name' | 'email'> & {
  mailTo?: UserDocument['mailTo'];
};

/**
 * Whoever changes an address or ends a log-in pushes these events with the same update, so that the old address always
 * gets an email: that is where the owner hears of what they did not do. R498
 * @param account as it was before
 */
export function notifyOldAddresses(
  { _id: userId, name, email, mailTo }: Known,
  why: OldAddress['why'],
  at: Date,
): EventOf<'address ended'>[] {
  const addresses = [email, ...(mailTo?.confirmed ? [mailTo.address] : [])];
  return addresses.map((address) => newsEvent('address ended', { userId, name, address, why }, at));
}
