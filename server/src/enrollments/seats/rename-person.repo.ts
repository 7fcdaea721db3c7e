import type { Collections } from '../../database/collections.ts';

type Classes = Pick<Collections, 'classes'>;

/** Writes an account's name in the seats that it has for itself: at most one in each class. May be repeated. */
export async function renameOwnSeats(
  { classes }: Classes,
  email: string,
  name: string,
): Promise<void> {
  await classes.updateMany(
    { seats: { $elemMatch: { email, childId: { $exists: false } } } },
    { $set: { 'seats.$.name': name } },
  );
}

/** Writes an instructor's name in the class that they teach. May be repeated. */
export async function renameInstructor(
  { classes }: Classes,
  email: string,
  name: string,
): Promise<void> {
  await classes.updateMany({ 'instructor.email': email }, { $set: { 'instructor.name': name } });
}
