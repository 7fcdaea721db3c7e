import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { ChildDocument } from '../database/family-documents.ts';

type Children = Pick<Collections, 'children'>;

/** The children whose guardian this account is, by name. */
export async function listChildrenOfGuardian(
  { children }: Children,
  userId: ObjectId,
): Promise<ChildDocument[]> {
  return children.find({ 'guardians.userId': userId }).sort({ name: 1, _id: 1 }).toArray();
}

/** The child, if this account is its guardian. */
export async function findChildOfGuardian(
  { children }: Children,
  id: ObjectId,
  userId: ObjectId,
): Promise<ChildDocument | null> {
  return children.findOne({ _id: id, 'guardians.userId': userId });
}

export async function listChildrenWithIds(
  { children }: Children,
  ids: ObjectId[],
): Promise<ChildDocument[]> {
  return children.find({ _id: { $in: ids } }).toArray();
}

/** The children who have an open invitation for this address (lower case). */
export async function listChildrenInviting(
  { children }: Children,
  email: string,
  at: Date,
): Promise<ChildDocument[]> {
  return children
    .find({ invitations: { $elemMatch: { email, expiresAt: { $gt: at } } } })
    .sort({ name: 1, _id: 1 })
    .toArray();
}

/** @returns false if one of the guardians' places is taken */
export async function insertChild({ children }: Children, child: ChildDocument): Promise<boolean> {
  try {
    await children.insertOne(child);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
