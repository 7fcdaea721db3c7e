import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { SchoolEvent } from '../database/event-document.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { type Family, keepCostShare } from './family.ts';

type Children = Pick<Collections, 'children'>;

/** Leaves out children whose deletion has begun. */
export const NOT_DELETING = { deletingSince: { $exists: false } };

/** The children this account is a guardian of, even if a deletion has begun but is not decided: guardians remain. */
export async function listChildrenGuardedBy(
  { children }: Children,
  userId: ObjectId,
): Promise<ChildDocument[]> {
  return children.find({ 'guardians.userId': userId }).toArray();
}

/** The child, if this account is its guardian. */
export async function findChildOfGuardian(
  { children }: Children,
  id: ObjectId,
  userId: ObjectId,
): Promise<ChildDocument | null> {
  return children.findOne({ _id: id, 'guardians.userId': userId, ...NOT_DELETING });
}

/** The children who have an open invitation for this address (lower case). */
export async function listChildrenInviting(
  { children }: Children,
  email: string,
  at: Date,
): Promise<ChildDocument[]> {
  return children
    .find({ invitations: { $elemMatch: { email, expiresAt: { $gt: at } } }, ...NOT_DELETING })
    .sort({ name: 1, _id: 1 })
    .toArray();
}

/** The child with this open invitation to this address. */
export async function findInvitingChild(
  { children }: Children,
  { invitationId, email, at }: { invitationId: ObjectId; email: string; at: Date },
): Promise<ChildDocument | null> {
  return children.findOne({
    invitations: { $elemMatch: { _id: invitationId, email, expiresAt: { $gt: at } } },
    ...NOT_DELETING,
  });
}

/**
 * Replaces guardians, invitations and the cost agreement, if nobody has changed them since the child was read. The
 * agreement of somebody who is no longer a guardian ends. R371
 * @param events about it
 * @returns false if they have changed, or one of the guardians' places is taken
 */
export async function replaceFamily(
  { children }: Children,
  { _id, revision }: Pick<ChildDocument, '_id' | 'revision'>,
  family: Family,
  events: SchoolEvent[],
): Promise<boolean> {
  const { guardians, invitations } = family;
  const costShare = keepCostShare(family);
  try {
    const { modifiedCount } = await children.updateOne(
      { _id, revision, ...NOT_DELETING },
      {
        $set: { guardians, invitations, ...(costShare && { costShare }) },
        ...(!costShare && { $unset: { costShare: true } }),
        $inc: { revision: 1 },
        ...(events.length > 0 && { $push: { events: { $each: events } } }),
      },
    );
    return modifiedCount === 1;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Decides that a child is deleted, if this account is the guardian who added it. From then on nobody finds it.
 * @param by.isAlone only if the child has no other guardian
 * @returns whether it was
 */
export async function markDeleting(
  { children }: Children,
  id: ObjectId,
  { userId, isAlone }: { userId: ObjectId; isAlone?: true },
  at: Date,
): Promise<boolean> {
  const { modifiedCount } = await children.updateOne(
    {
      _id: id,
      guardians: { $elemMatch: { userId, invitedBy: null } },
      ...(isAlone && { 'guardians.1': { $exists: false } }),
    },
    {
      $set: { guardians: [], invitations: [], deletingSince: at },
      $unset: { costShare: true, noteBy: true, healthWithdrawnAt: true },
      $inc: { revision: 1 },
    },
  );
  return modifiedCount === 1;
}

/**
 * Begins the deletion of a child, if this account is the guardian who added it: from then on nobody finds it.
 * `cancelDeletion` undoes that, `markDeleting` decides it.
 * @returns whether it was begun
 */
export async function beginDeletion(
  { children }: Children,
  id: ObjectId,
  userId: ObjectId,
  at: Date,
): Promise<boolean> {
  const { modifiedCount } = await children.updateOne(
    { _id: id, guardians: { $elemMatch: { userId, invitedBy: null } }, ...NOT_DELETING },
    { $set: { deletingSince: at } },
  );
  return modifiedCount === 1;
}

/** Undoes `beginDeletion`, unless the deletion is decided. */
export async function cancelDeletion({ children }: Children, id: ObjectId): Promise<void> {
  await children.updateOne(
    { _id: id, 'guardians.0': { $exists: true } },
    { $unset: { deletingSince: true } },
  );
}

/** Whether a child exists, even if its deletion has begun but is not decided. */
export async function isChildThere({ children }: Children, id: ObjectId): Promise<boolean> {
  return (await children.countDocuments({ _id: id, 'guardians.0': { $exists: true } })) === 1;
}

/** Notes when the consent to health was last taken back. */
export async function noteHealthWithdrawn(
  { children }: Children,
  _id: ObjectId,
  at: Date,
): Promise<void> {
  await children.updateOne(
    { _id, healthWithdrawnAt: { $not: { $gte: at } } },
    { $set: { healthWithdrawnAt: at } },
  );
}

/** Up to 100 children whose deletion is not finished, or whose name has been kept long enough. */
export async function listDeleting(
  { children }: Children,
  today: string,
): Promise<ChildDocument[]> {
  return children
    .find({ deletingSince: { $exists: true }, nameUntil: { $not: { $gte: today } } })
    .limit(100)
    .toArray();
}

/**
 * Deletes the document of a child that is being deleted, or all of it but the name. One with an event that is not in
 * the audit log yet stays; the deletion is tried again later. R102
 * @param nameUntil keeps the name through this day
 */
export async function dropChild(
  { children }: Children,
  _id: ObjectId,
  nameUntil: string | undefined,
): Promise<void> {
  const dropped = { _id, deletingSince: { $exists: true }, 'events.0': { $exists: false } };
  if (!nameUntil) await children.deleteOne(dropped);
  else await children.updateOne(dropped, { $set: { ...NOTHING, nameUntil } });
}

/**
 * What stays of a child with its name. A missing field fails the type check. `markDeleting` ends `costShare`, `noteBy`
 * and `healthWithdrawnAt`.
 */
const NOTHING: Omit<
  Required<ChildDocument>,
  | '_id'
  | 'name'
  | 'addedBy'
  | 'createdAt'
  | 'revision'
  | 'deletingSince'
  | 'nameUntil'
  | 'costShare'
  | 'noteBy'
  | 'healthWithdrawnAt'
  | 'events'
> = {
  searchWords: [],
  birthDate: '',
  note: '',
  guardians: [],
  invitations: [],
  allowedClasses: [],
};
