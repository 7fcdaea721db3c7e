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

/** What was answered about these children's health. */
export async function listHealth(
  { childHealth }: Health,
  childIds: ObjectId[],
): Promise<ChildHealthDocument[]> {
  return childHealth.find({ _id: { $in: childIds } }).toArray();
}

export async function writeHealth(
  { childHealth }: Health,
  { _id, ...health }: ChildHealthDocument,
): Promise<void> {
  await childHealth.updateOne({ _id }, { $set: health }, { upsert: true });
}

export async function dropHealth({ childHealth }: Health, childId: ObjectId): Promise<void> {
  await childHealth.deleteOne({ _id: childId });
}
