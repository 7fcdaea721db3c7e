import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';

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
