import { randomBytes } from 'node:crypto';
import type { MailTo } from '@speakifyr/contract/mail-to.ts';
import { ObjectId } from 'mongodb';
import { auditEvent } from '../events/audit-event.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';
import { ApiError } from '../errors.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findUserWithId } from '../users/find-users.ts';
import { notifyOldAddresses } from '../users/old-address.ts';
import { getMailModule } from './kinds/all.ts';
import { CONFIRM_DAYS } from './kinds/account.ts';

const TOKEN_BYTES = 24;

/**
 * Records where an account's emails should go. Until its owner confirms it, only the question goes there: one typo at
 * the school must not give a stranger a child's data. The audit log says who and why, never the address.
 * @param accountId 24 hexadecimal digits
 * @throws {ApiError} `not_found` also for an account that was removed; `invalid_input` for the address of the log-in
 */
export async function askMailTo(
  accountId: string,
  { address, note }: { address: string; note: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const id = new ObjectId(accountId);
  const account = await findUserWithId(id, services);
  const notFound = new ApiError('not_found', 'We could not find this family.');
  if (!account) throw notFound;
  if (account.email === address)
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.address': 'They log in with this address.' },
    });
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'change mail address',
    target: account.email,
    before: null,
    after: { note },
  });
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const mailTo = { address, at: services.now(), token, confirmed: false };
  const { matchedCount } = await services.database.collections.users.updateOne(
    { _id: id, status: 'active' },
    {
      $set: { mailTo },
      $push: { events: { $each: [event, ...notifyOtherAddress(account, services)] } },
    },
  );
  if (matchedCount === 0) throw notFound;
}

/**
 * From now on, the caller's emails go to the address that got this token. May be repeated.
 * @throws {ApiError} `link_invalid` for whatever reason: nobody learns whose token it is
 */
export async function confirmMailTo(
  token: string,
  user: UserDocument,
  { database, now }: Services,
): Promise<void> {
  const since = new Date(now().getTime() - CONFIRM_DAYS * DAY_MS);
  const { users } = database.collections;
  const isTheirs = { 'mailTo.token': token, 'mailTo.at': { $gt: since } };
  const mine = { _id: user._id, status: 'active' as const, ...isTheirs };
  await users.updateOne(
    { ...mine, 'mailTo.confirmed': false },
    {
      $set: { 'mailTo.confirmed': true },
      $push: {
        events: {
          $each: notifyOldAddresses({ ...user, mailTo: undefined }, 'emails elsewhere', now()),
        },
      },
    },
  );
  if ((await users.countDocuments(mine)) === 1) return;
  throw new ApiError(
    'link_invalid',
    'This link does not work for your account. Please ask the school for a new one.',
  );
}

/** From now on, the person's emails go to the address with which they log in. */
export async function dropMailTo(user: UserDocument, services: Services): Promise<void> {
  await services.database.collections.users.updateOne(
    { _id: user._id },
    {
      $unset: { mailTo: '' },
      $push: { events: { $each: notifyOtherAddress(user, services) } },
    },
  );
}

/** Tells the confirmed other address of an account that no emails go there anymore. */
function notifyOtherAddress({ _id, name, mailTo }: UserDocument, { now }: Services) {
  return mailTo?.confirmed
    ? notifyOldAddresses({ _id, name, email: mailTo.address }, 'emails elsewhere', now())
    : [];
}

/** The other address of an account, without its token; null if it has none. */
export function presentMailTo({ mailTo }: Pick<UserDocument, 'mailTo'>): MailTo | null {
  return mailTo ? { address: mailTo.address, confirmed: mailTo.confirmed } : null;
}

/**
 * Decides where an email goes, just before it is sent. Only the question goes to an unconfirmed address, and without
 * the person's name. The line's `to` stays the log-in address of its day. R314
 * @returns undefined for a question about an address that was replaced
 */
export async function decideAddress(
  { cause, to, userId }: Pick<OutboxDocument, 'cause' | 'to' | 'userId'>,
  services: Services,
): Promise<OutboxDocument['to'] | undefined> {
  const account = userId ? await findUserWithId(userId, services) : null;
  const { sendTo } = getMailModule(cause.kind);
  if (sendTo) return sendTo(cause, account?.mailTo);
  if (account?.mailTo?.confirmed) return { ...to, address: account.mailTo.address };
  // The line may have an address that was wrong, or one of an account that is merged.
  const isThere = account?.status === 'active' || account?.status === 'removed';
  return isThere ? { ...to, address: account.email } : to;
}
