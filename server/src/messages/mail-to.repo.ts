import type { ObjectId } from 'mongodb';
import type { Collections, UserDocument } from '../database/collections.ts';
import type { AuditEvent } from '../database/event-document.ts';

/** Where people's emails go instead of the address with which they log in. */
type Users = Pick<Collections, 'users'>;

/** Replaces an earlier one. @returns whether the account is active */
export async function setMailTo(
  { users }: Users,
  _id: ObjectId,
  mailTo: UserDocument['mailTo'] & object,
  act: AuditEvent,
): Promise<boolean> {
  const { matchedCount } = await users.updateOne(
    { _id, status: 'active' },
    { $set: { mailTo }, $push: { events: act } },
  );
  return matchedCount === 1;
}

/** @returns whether this account has this token, from an address that was entered after `since` */
export async function confirmToken(
  { users }: Users,
  _id: ObjectId,
  token: string,
  since: Date,
): Promise<boolean> {
  const { matchedCount } = await users.updateOne(
    { _id, status: 'active', 'mailTo.token': token, 'mailTo.at': { $gt: since } },
    { $set: { 'mailTo.confirmed': true } },
  );
  return matchedCount === 1;
}

export async function unsetMailTo({ users }: Users, _id: ObjectId): Promise<void> {
  await users.updateOne({ _id }, { $unset: { mailTo: '' } });
}
