import type { Services } from '../../services.ts';
import { renameInstructor, renameOwnSeats } from './rename-person.repo.ts';
import { renameWaitingPerson } from './waiting-lists.ts';

/**
 * Writes an account's new name in all its own seats, held or paid, on waiting lists, and in the class that it teaches.
 * Not in its children's seats, and not in payments: a receipt stays as it was.
 */
export async function renamePerson(email: string, name: string, services: Services): Promise<void> {
  const { collections } = services.database;
  await renameOwnSeats(collections, email, name);
  await renameInstructor(collections, email, name);
  await renameWaitingPerson(email, name, services);
}
