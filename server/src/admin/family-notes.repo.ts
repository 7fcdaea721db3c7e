import { MAX_OFFICE_NOTES } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { Collections, UserDocument } from '../database/collections.ts';
import type { AuditEvent } from '../database/event-document.ts';

/** The notes of the office about a family. They are in the account's document, so they go with it. */
type Users = Pick<Collections, 'users'>;
type Note = NonNullable<UserDocument['officeNotes']>[number];

/** @returns false if the account is gone, or has as many notes as it may */
export async function pushNote(
  { users }: Users,
  id: ObjectId,
  note: Note,
  act: AuditEvent,
): Promise<boolean> {
  const { modifiedCount } = await users.updateOne(
    {
      ...{ _id: id, status: { $ne: 'deleting' } },
      [`officeNotes.${MAX_OFFICE_NOTES - 1}`]: { $exists: false },
    },
    { $push: { officeNotes: note, events: act } },
  );
  return modifiedCount === 1;
}

/** @returns false if there is no such note */
export async function pullNote(
  { users }: Users,
  id: ObjectId,
  noteId: ObjectId,
  act: AuditEvent,
): Promise<boolean> {
  const { modifiedCount } = await users.updateOne(
    { _id: id, 'officeNotes._id': noteId },
    { $pull: { officeNotes: { _id: noteId } }, $push: { events: act } },
  );
  return modifiedCount === 1;
}
