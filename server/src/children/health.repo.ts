import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { ChildHealthDocument } from '../database/family-documents.ts';

type Health = Pick<Collections, 'childHealth'>;

/** When these children's health was last confirmed, without what was answered. */
export async function listConfirmations(
  { childHealth }: Health,
  childIds: ObjectId[],
): Promise<Pick<ChildHealthDocument, '_id' | 'confirmedAt'>[]> {
  return childHealth.find({ _id: { $in: childIds } }, { projection: { confirmedAt: 1 } }).toArray();
}
