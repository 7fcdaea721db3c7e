import { isPhotoFile, MAX_PHOTO_BYTES, PHOTO_PIXELS } from '@speakifyr/contract/photo-file.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { checkAgreed } from '../school/school.service.ts';
import type { Services } from '../services.ts';
import { childNotFoundError, findAnyChild } from './booking.ts';
import { findChangeableChild } from './change-family.ts';
import { NOT_DELETING } from './children.repo.ts';
import { canChange } from './rights.ts';

/** A guardian gives the team a photo of the child, or takes it back. The office can only erase it. R419, R420 */

/**
 * Stores a photo of a child. It replaces the last one.
 * @param childId 24 hexadecimal digits
 * @param given.jpeg the file as base64
 * @param given.consent the version of the text that the guardian agreed to
 * @throws {ApiError} `not_found`, `guardian_may_not`; `text_changed` if there is another consent by now; `invalid_input` for anything but a small square JPEG without
 *   metadata
 */
export async function savePhoto(
  childId: string,
  given: { jpeg: string; consent: string },
  user: { _id: ObjectId },
  services: Services,
): Promise<void> {
  const { childPhotos } = services.database.collections;
  const _id = new ObjectId(childId);
  await findChangeableChild(_id, user, services);
  await checkAgreed('photoConsent', given.consent, services);
  if (!isPhotoFile(Buffer.from(given.jpeg, 'base64'))) throw wrongFileError();
  const at = services.now();
  const photoId = new ObjectId();
  const consent = { at, by: user._id, textVersion: given.consent };
  await childPhotos.updateOne(
    { _id },
    { $set: { photoId, jpeg: given.jpeg, consent, checkAfter: at } },
    { upsert: true },
  );
  // By now, the child may be deleted, or this person may no longer be its guardian.
  const child = await findAnyChild(_id, services);
  if (child && canChange(child, user._id)) return;
  await childPhotos.deleteOne({ _id, photoId });
  throw childNotFoundError();
}

function wrongFileError(): ApiError {
  const message = `Must be a JPEG of ${PHOTO_PIXELS} by ${PHOTO_PIXELS} pixels and at most ${MAX_PHOTO_BYTES} bytes, without metadata.`;
  return new ApiError('invalid_input', undefined, { fields: { 'body.jpeg': message } });
}

/**
 * Erases a child's photo, because a guardian takes back the consent. May be repeated.
 * @throws {ApiError} `not_found`, `guardian_may_not`
 */
export async function withdrawPhoto(
  childId: string,
  user: { _id: ObjectId },
  services: Services,
): Promise<void> {
  const { child } = await findChangeableChild(new ObjectId(childId), user, services);
  await services.database.collections.childPhotos.deleteOne({ _id: child._id });
}

/**
 * Erases a child's photo as an admin, with an entry in the audit log, which has neither the name nor the picture.
 * @throws {ApiError} `not_found`, also if there is no photo
 */
export async function removePhotoAsAdmin(
  { id, note }: { id: string; note: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { children, childPhotos } = services.database.collections;
  const _id = new ObjectId(id);
  if (!(await childPhotos.findOne({ _id }, { projection: { _id: 1 } }))) throw childNotFoundError();
  const event = auditEvent({
    type: 'remove photo',
    at: services.now(),
    by: admin._id,
    target: id,
    before: null,
    after: { child: id, note },
  });
  await children.updateOne({ _id, ...NOT_DELETING }, { $push: { events: event } });
  await childPhotos.deleteOne({ _id });
}
