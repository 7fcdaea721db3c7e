import { MAX_OFFICE_NOTES } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { auditEvent } from '../events/audit-event.ts';
import type { UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findUserWithId } from '../people/users/find-users.ts';
import { familyNotFound } from './family-page.ts';

/** The notes about a family are in the account's document, so they go with it. */

/**
 * Adds a note about a family. The audit log says who did, without the text.
 * @param familyId the account's: 24 hexadecimal digits
 * @throws {ApiError} `not_found`, `too_many_notes`
 */
export async function addNote(
  familyId: string,
  text: string,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const id = new ObjectId(familyId);
  const account = await findUserWithId(id, services);
  if (!account) throw familyNotFound();
  const note = { _id: new ObjectId(), text, by: admin._id, at: services.now() };
  const event = describeNote('add note', account, admin, services);
  const { modifiedCount } = await services.database.collections.users.updateOne(
    {
      ...{ _id: id, status: { $in: ['active', 'removed'] } },
      [`officeNotes.${MAX_OFFICE_NOTES - 1}`]: { $exists: false },
    },
    { $push: { officeNotes: note, events: event } },
  );
  if (modifiedCount === 0) throw new ApiError('too_many_notes');
}

/** @throws {ApiError} `not_found` */
export async function deleteNote(
  { familyId, noteId }: { familyId: string; noteId: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const account = await findUserWithId(new ObjectId(familyId), services);
  if (!account) throw familyNotFound();
  const event = describeNote('delete note', account, admin, services);
  const _id = new ObjectId(noteId);
  const { modifiedCount } = await services.database.collections.users.updateOne(
    { _id: account._id, 'officeNotes._id': _id },
    { $pull: { officeNotes: { _id } }, $push: { events: event } },
  );
  if (modifiedCount === 0) throw new ApiError('not_found', 'We could not find this note.');
}

function describeNote(
  action: 'add note' | 'delete note',
  { email }: UserDocument,
  admin: UserDocument,
  services: Services,
) {
  return auditEvent(
    { by: admin._id, type: action, target: email, before: null, after: null },
    services,
  );
}
