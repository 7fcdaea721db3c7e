import { updateClasses } from '../../database/class-store.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { renameWaitingPerson } from './waiting-lists.ts';

/**
 * Writes an account's new name in all its own seats, held or paid, on waiting lists, and in the class that it teaches.
 * Not in its children's seats, and not in payments: a receipt stays as it was. May be repeated.
 */
export async function renamePerson(
  { _id: userId, email }: Pick<UserDocument, '_id' | 'email'>,
  name: string,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  // An account has at most one seat of its own in each class.
  const own = { seats: { $elemMatch: { userId, childId: { $exists: false } } } };
  await updateClasses(collections, own, { $set: { 'seats.$.name': name } });
  await updateClasses(
    collections,
    { 'instructor.email': email },
    { $set: { 'instructor.name': name } },
  );
  await renameWaitingPerson(userId, name, services);
}
