import type { ObjectId } from 'mongodb';
import type { Collections } from '../../database/collections.ts';

/** Somebody on waiting lists: an account with all its entries, or a child. */
export type WaitingOf = { email: string } | { childId: ObjectId };

/** The classes where they are on the waiting list. */
export async function listWaitingClasses(
  { classes }: Pick<Collections, 'classes'>,
  wanted: WaitingOf,
): Promise<ObjectId[]> {
  const filter =
    'email' in wanted
      ? { 'waiting.email': wanted.email }
      : { 'waiting.people.childId': wanted.childId };
  const found = await classes.find(filter, { projection: { _id: 1 } }).toArray();
  return found.map(({ _id }) => _id);
}
