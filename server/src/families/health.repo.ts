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

/** Those of the children with a severe allergy. The database sends no health text. */
export async function listSevereAllergies(
  { childHealth }: Health,
  childIds: ObjectId[],
): Promise<ObjectId[]> {
  const found = await childHealth
    .find({ _id: { $in: childIds }, 'allergies.isSevere': true }, { projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => _id);
}

/** What was answered about these children's health. */
export async function listHealth(
  { childHealth }: Health,
  childIds: ObjectId[],
): Promise<ChildHealthDocument[]> {
  return childHealth.find({ _id: { $in: childIds } }).toArray();
}

/**
 * Writes an answer.
 * @param seen when the answer that it replaces was confirmed, null if there must be none, undefined for any
 * @returns whether it was written
 */
export async function writeHealth(
  { childHealth }: Health,
  { _id, ...health }: ChildHealthDocument,
  seen: Date | null | undefined,
): Promise<boolean> {
  const change = { $set: health };
  if (seen) {
    const { matchedCount } = await childHealth.updateOne({ _id, confirmedAt: seen }, change);
    return matchedCount === 1;
  }
  if (seen === undefined) {
    await childHealth.updateOne({ _id }, change, { upsert: true });
    return true;
  }
  const { upsertedCount } = await childHealth.updateOne(
    { _id },
    { $setOnInsert: health },
    { upsert: true },
  );
  return upsertedCount === 1;
}

export async function dropHealth({ childHealth }: Health, childId: ObjectId): Promise<void> {
  await childHealth.deleteOne({ _id: childId });
}
