import { updateClasses } from '../../database/class-store.ts';
import type { Collections } from '../../database/collections.ts';

type Classes = Pick<Collections, 'classes'>;

/** Writes an account's name in the seats that it has for itself: at most one in each class. May be repeated. */
export async function renameOwnSeats(
  collections: Classes,
  email: string,
  name: string,
): Promise<void> {
  await updateClasses(
    collections,
    { seats: { $elemMatch: { email, childId: { $exists: false } } } },
    { $set: { 'seats.$.name': name } },
  );
}

/** Writes an instructor's name in the class that they teach. May be repeated. */
export async function renameInstructor(
  collections: Classes,
  email: string,
  name: string,
): Promise<void> {
  await updateClasses(
    collections,
    { 'instructor.email': email },
    { $set: { 'instructor.name': name } },
  );
}
