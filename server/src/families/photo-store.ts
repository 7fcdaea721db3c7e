import type { OwnPhoto } from '@speakifyr/contract/child-photos.ts';
import type { ObjectId } from 'mongodb';
import { listDeciders } from './guardians.ts';
import type { ChildPhotoDocument } from '../database/family-documents.ts';
import type { Services } from '../services.ts';

/** Where photos of children are read and erased: decisions/0074. */

type Needs = Pick<Services, 'database'>;

/** What everybody who may see a photo gets. */
type Photo = OwnPhoto & { photoId: string };

/**
 * Which of the children have a photo. The database sends no picture.
 * @returns the ids of the photos (24 hexadecimal digits) by child id
 */
export async function listPhotoIds(
  childIds: ObjectId[],
  { database }: Needs,
): Promise<Map<string, string>> {
  const { childPhotos } = database.collections;
  const found = await childPhotos
    .find({ _id: { $in: childIds } }, { projection: { photoId: 1, consent: 1 } })
    .toArray();
  const given = await keepGiven(found, { database });
  return new Map(given.map(({ _id, photoId }) => [_id.toHexString(), photoId.toHexString()]));
}

/**
 * Reads photos. Only the child's page, the day list and the download of one's own data may show them.
 * @returns by child id (24 hexadecimal digits), without children who have none
 */
export async function readPhotos(
  childIds: ObjectId[],
  { database }: Needs,
): Promise<Map<string, Photo>> {
  const { childPhotos } = database.collections;
  const found = await childPhotos.find({ _id: { $in: childIds } }).toArray();
  const given = await keepGiven(found, { database });
  return new Map(
    given.map(({ _id, photoId, jpeg, consent }) => [
      _id.toHexString(),
      {
        photoId: photoId.toHexString(),
        jpeg,
        givenAt: consent.at.toISOString(),
        textVersion: consent.textVersion,
      },
    ]),
  );
}

/** Who gave photos of these children, when and to which text, without the photos. */
export async function listPhotoConsents(
  childIds: ObjectId[],
  { database }: Needs,
): Promise<Pick<ChildPhotoDocument, '_id' | 'consent'>[]> {
  const found = await database.collections.childPhotos
    .find({ _id: { $in: childIds } }, { projection: { consent: 1 } })
    .toArray();
  return keepGiven(found, { database });
}

/** As the child's guardians see it. */
export function presentOwnPhoto(photo: Photo | undefined): OwnPhoto | null {
  if (!photo) return null;
  const { photoId: _id, ...own } = photo;
  return own;
}

/** Only photos whose giver still decides about the child. `endGiven` erases the others. R419 */
async function keepGiven<P extends { _id: ObjectId; consent: { by: ObjectId } }>(
  photos: P[],
  services: Needs,
): Promise<P[]> {
  if (photos.length === 0) return [];
  const deciders = await listDeciders(
    photos.map(({ _id }) => _id),
    services,
  );
  return photos.filter(({ _id, consent }) =>
    deciders.get(_id.toHexString())?.some((decider) => decider.equals(consent.by)),
  );
}
