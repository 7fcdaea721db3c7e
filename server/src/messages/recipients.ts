import type { ObjectId } from 'mongodb';
import type { ContactMessageDocument, UserDocument } from '../database/collections.ts';
import {
  findAnyUser,
  findPeopleById,
  findUserWithId,
  listOfficeUsers,
} from '../people/users/find-users.ts';
import type { Services } from '../services.ts';

/** People who were removed still hear of what they paid for. Nobody writes to somebody who deletes their account. */
function isReachable({ status }: UserDocument): boolean {
  return status === 'active' || status === 'removed';
}

/** Those of these people who get emails, by id (24 hexadecimal digits). */
export async function findRecipients(
  userIds: ObjectId[],
  services: Services,
): Promise<Map<string, UserDocument>> {
  const found = await findPeopleById(userIds, services);
  return new Map([...found].filter(([_id, user]) => isReachable(user)));
}

/** @returns the person with this id or address who gets an email, or undefined if nobody does */
export async function findRecipient(
  who: ObjectId | string,
  services: Services,
): Promise<UserDocument | undefined> {
  const user = await (typeof who === 'string'
    ? findAnyUser(who, services)
    : findUserWithId(who, services));
  return user && isReachable(user) ? user : undefined;
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

/** How many days we keep trying to send an email about money. */
export const KEEP_TRYING_MONEY_DAYS = 30;
