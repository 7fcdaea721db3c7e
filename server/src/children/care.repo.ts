import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { ChildContactsDocument, ChildHealthDocument } from '../database/family-documents.ts';

/** Reads what the school must know to look after children in a class. */

export async function listHealthOf(
  { childHealth }: Pick<Collections, 'childHealth'>,
  childIds: ObjectId[],
): Promise<ChildHealthDocument[]> {
  return childHealth.find({ _id: { $in: childIds } }).toArray();
}

export async function listContactsOf(
  { childContacts }: Pick<Collections, 'childContacts'>,
  childIds: ObjectId[],
): Promise<ChildContactsDocument[]> {
  return childContacts.find({ _id: { $in: childIds } }).toArray();
}

/**
 * Which of these children have an answer, or one with a severe allergy. The database sends no health text.
 * @returns their ids
 */
export async function listAnswered(
  { childHealth }: Pick<Collections, 'childHealth'>,
  childIds: ObjectId[],
  { isSevere = false }: { isSevere?: boolean } = {},
): Promise<ObjectId[]> {
  const filter = { _id: { $in: childIds }, ...(isSevere && { 'allergies.isSevere': true }) };
  const found = await childHealth.find(filter, { projection: { _id: 1 } }).toArray();
  return found.map(({ _id }) => _id);
}
