import { compareNames } from '@speakifyr/contract/person-names.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import type { Collections } from '../database/collections.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { readPhone } from '../database/search-words.ts';
import { listChildrenOfAny } from '../families/booking.ts';
import type { Services } from '../services.ts';
import type { Group } from './planned.ts';

/** The family that is here already with its children, nobody, or why it can't be told or taken. */
export type KnownFamily = { children?: ChildDocument[] } | { problem: string };

type Account = Pick<
  UserDocument,
  '_id' | 'email' | 'name' | 'phone' | 'role' | 'status' | 'mailTo'
>;

const FIELDS = { email: 1, name: 1, phone: 1, role: 1, status: 1, mailTo: 1 } as const;
const AT_ONCE = 500;

/**
 * Finds who is here already: by email address, to log in or where they read their emails, else by phone number and name.
 * R616
 * @returns says it of each family of the file
 */
export async function findKnownFamilies(
  groups: Group[],
  services: Services,
): Promise<(group: Group) => KnownFamily> {
  const { users }: Pick<Collections, 'users'> = services.database.collections;
  const byEmail = new Map<string, Account>();
  const byPhone = new Map<string, Account[]>();
  const children = new Map<string, ChildDocument[]>();
  for (let start = 0; start < groups.length; start += AT_ONCE) {
    const some = groups.slice(start, start + AT_ONCE);
    const emails = some.flatMap(({ email }) => email ?? []);
    const digits = some.flatMap(({ phone }) => (phone && readPhone(phone)?.text) || []);
    const readsThere = { 'mailTo.address': { $in: emails }, 'mailTo.confirmed': true };
    const [withEmail, withMailTo, withPhone] = await Promise.all([
      users.find({ email: { $in: emails } }, { projection: FIELDS }).toArray(),
      users.find(readsThere, { projection: FIELDS }).toArray(),
      users.find({ searchWords: { $in: digits } }, { projection: FIELDS }).toArray(),
    ]);
    for (const user of withMailTo)
      if (user.mailTo && user.status !== 'deleted') byEmail.set(user.mailTo.address, user);
    // Who logs in with it comes first.
    for (const user of withEmail) byEmail.set(user.email, user);
    for (const user of withPhone)
      if (user.phone) byPhone.set(user.phone, [...(byPhone.get(user.phone) ?? []), user]);
    const theirs = await listChildrenOfAny([...withEmail, ...withMailTo, ...withPhone], services);
    for (const child of theirs)
      for (const { userId } of child.guardians) {
        const key = userId.toHexString();
        const listed = children.get(key) ?? [];
        if (!listed.some(({ _id }) => _id.equals(child._id))) children.set(key, [...listed, child]);
      }
  }
  const childrenOf = ({ _id }: Account) => children.get(_id.toHexString()) ?? [];
  const inFile = groupByPhone(groups);
  return (group) => {
    const { email, phone, name } = group;
    const account = email && byEmail.get(email);
    if (account) return judge(account, childrenOf);
    const alike = ((phone && byPhone.get(phone)) || []).filter(
      (one) => one.status !== 'deleted' && compareNames(one.name, name) !== 'different',
    );
    if (alike.length > 1)
      return { problem: 'Several accounts have this name and phone number. Merge them first.' };
    const [other] = alike;
    if (other && email)
      return {
        problem: `An account with this name and phone number is here with ${hasMailbox(other.email) ? 'another' : 'no'} email address. Enter this one on its page.`,
      };
    if (other) return judge(other, childrenOf);
    const twin = ((phone && inFile.get(phone)) || []).find(
      (one) => one !== group && compareNames(one.name, name) !== 'different',
    );
    if (twin)
      return {
        problem: `Line ${(twin.rows[0] ?? group.rows[0])?.line} has the same phone number and this name, or nearly, with another email address or none. Is it the same family?`,
      };
    return {};
  };
}

function groupByPhone(groups: Group[]): Map<string, Group[]> {
  const found = new Map<string, Group[]>();
  for (const group of groups)
    if (group.phone) found.set(group.phone, [...(found.get(group.phone) ?? []), group]);
  return found;
}

function judge(account: Account, childrenOf: (account: Account) => ChildDocument[]): KnownFamily {
  if (account.role !== 'student')
    return { problem: 'This is the account of somebody on the team, not of a family.' };
  if (account.status === 'removed') return { problem: 'This account was removed from the school.' };
  if (account.status !== 'active') return { problem: 'This account is being deleted just now.' };
  return { children: childrenOf(account) };
}
