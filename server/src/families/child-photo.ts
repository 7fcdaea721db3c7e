import { isPhotoFile, MAX_PHOTO_BYTES, PHOTO_PIXELS } from '@speakifyr/contract/photo-file.ts';
import { ObjectId } from 'mongodb';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { childNotFound, findAnyChild } from './booking.ts';
import { findChangeableChild } from './change-family.ts';
import { canChange } from './rights.ts';

/** A guardian gives the team a photo of the child, or takes it back. R419, R420 */

/**
 * Keeps a photo of a child. It replaces the last one.
 * @param childId 24 hexadecimal digits
 * @param given.jpeg the file as base64
 * @param given.consent the version of the text that the guardian agreed to
 * @throws {ApiError} `not_found`, `guardian_may_not`; `invalid_input` for anything but a small square JPEG without metadata
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
  if (!isPhotoFile(Buffer.from(given.jpeg, 'base64'))) throw wrongFile();
  const at = services.now();
  const photoId = new ObjectId();
  const consent = { at, by: user._id, textVersion: given.consent };
  await childPhotos.updateOne(
    { _id },
    { $set: { photoId, jpeg: given.jpeg, consent, checkAfter: at } },
    { upsert: true },
  );
  // At the same moment, the child may have been deleted, or this person may have stopped being its guardian.
  const child = await findAnyChild(_id, services);
  if (child && canChange(child, user._id)) return;
  await childPhotos.deleteOne({ _id, photoId });
  throw childNotFound();
}

function wrongFile(): ApiError {
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
