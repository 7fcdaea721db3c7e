import { createHmac } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import { findClass } from '../database/class-store.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import type { ImportItem } from '../database/import-document.ts';
import { listChildrenOf } from '../families/booking.ts';
import { isAnythingSaid } from '../families/care.ts';
import type { Services } from '../services.ts';
import { fingerprint } from '../write-once.ts';
import { standInAddress } from '@speakifyr/contract/stand-in-address.ts';

/** All that the account of an imported family has before anybody touches it. One more field, and somebody did. R618 */
const NEW_ACCOUNT: (keyof UserDocument)[] = [
  ...(['_id', 'request', 'name', 'photo', 'email', 'isVerified', 'phone', 'searchWords'] as const),
  ...(['credentials', 'isUnclaimed', 'role', 'details', 'status', 'createdAt', 'events'] as const),
];
const NEW_CHILD: (keyof ChildDocument)[] = [
  ...(['_id', 'name', 'birthDate', 'note', 'searchWords', 'guardians', 'addedBy'] as const),
  ...(['invitations', 'allowedClasses', 'revision', 'createdAt', 'events'] as const),
];

type Facts = { name: string; email: string; phone?: string | undefined };

function stamp(
  { name, email, phone = '' }: Facts,
  children: { name: string; birthDate: string }[],
  { environment }: Pick<Services, 'environment'>,
) {
  const sorted = children.map((child) => `${child.birthDate} ${child.name}`).sort();
  // With a key, so that nobody who has the file can tell later whom it named.
  return createHmac('sha256', environment.JWT_SECRET)
    .update(`imported family ${fingerprint({ name, email, phone, children: sorted })}`)
    .digest('base64url');
}

/** A fingerprint of a family as it is made. */
export function stampFamily(
  _id: ObjectId,
  family: NonNullable<ImportItem['family']>,
  services: Pick<Services, 'environment'>,
): string {
  const { name, email = standInAddress(_id.toHexString()), phone, children } = family;
  return stamp({ name, email, phone }, children, services);
}

/** Whether a family is as it was made, and nothing in the school is about it. */
export async function isUntouched(
  user: UserDocument,
  made: string,
  services: Services,
): Promise<boolean> {
  const { collections } = services.database;
  const children = await listChildrenOf(user, services);
  const isNew =
    user.isUnclaimed === true &&
    !user.uid &&
    hasOnly(user, [...NEW_ACCOUNT, 'deletion']) &&
    children.every(
      (child) =>
        hasOnly(child, NEW_CHILD) &&
        child.revision === 0 &&
        child.note === '' &&
        child.guardians.length === 1 &&
        child.invitations.length === 0 &&
        child.allowedClasses.length === 0,
    ) &&
    stamp(user, children, services) === made;
  if (!isNew) return false;
  const { _id: userId, email, createdAt } = user;
  const ids = children.map(({ _id }) => _id);
  const { payments, aidRequests, outbox, contactMessages } = collections;
  const about = await Promise.all([
    findClass(collections, { 'seats.userId': userId }),
    findClass(collections, { 'waiting.userId': userId }),
    findClass(collections, { 'seats.childId': { $in: ids } }),
    payments.findOne({ userId }),
    aidRequests.findOne({ userId }),
    outbox.findOne({ userId }),
    // What somebody wrote before has nothing to do with the import.
    contactMessages.findOne({ email, at: { $gte: createdAt } }),
    collections.attendance.findOne({ personId: { $in: [userId, ...ids] } }),
  ]);
  return about.every((found) => found === null) && !(await isAnythingSaid(ids, services));
}

function hasOnly<Document extends object>(document: Document, fields: (keyof Document)[]): boolean {
  return Object.entries(document).every(
    ([name, value]) => value === undefined || fields.includes(name as keyof Document),
  );
}
