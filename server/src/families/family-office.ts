import type { FamilyChild } from '@speakifyr/contract/families.ts';
import { ObjectId } from 'mongodb';
import { findClass } from '../database/class-store.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { presentAdult } from '../users/users.service.ts';
import { childNotFoundError, findAnyChild } from './booking.ts';
import { NOT_DELETING } from './children.repo.ts';
import { presentChild } from './child-fields.ts';
import { readContacts } from './contacts.ts';
import { presentCostShare } from './cost-share.ts';
import { listGuardiansOf } from './guardians.ts';
import { readBlocks } from './read-blocks.ts';
import { findHealthStates } from './health.ts';
import { findOnPaper } from './paper-form.ts';
import { listPhotoIds } from './photo-store.ts';

/** What admins see of families and do for them. Never contacts or health. */

/**
 * Children, each with its guardians. Says whether health is answered and how many contacts there are, no details. R225
 */
export async function describeFamilyChildren(
  children: ChildDocument[],
  services: Services,
): Promise<FamilyChild[]> {
  const ids = children.map(({ _id }) => _id);
  const [guardians, health, contacts, blocks, photoIds, onPaper] = await Promise.all([
    listGuardiansOf(children, services),
    findHealthStates(ids, services),
    readContacts(ids, services),
    readBlocks(ids, services),
    listPhotoIds(ids, services),
    findOnPaper(children, services),
  ]);
  return children.map((child) => {
    const id = child._id.toHexString();
    const presented = (guardians.get(id) ?? []).map(({ user: person, may }) => ({
      ...presentAdult(person),
      may,
    }));
    return {
      ...presentChild(child),
      guardians: presented,
      costShare: presentCostShare(child, presented),
      health: health.get(id) ?? 'missing',
      contacts: contacts.get(id)?.length ?? 0,
      mustNotCollect: blocks.get(id)?.length ?? 0,
      hasPhoto: photoIds.has(id),
      isOnPaper: onPaper.has(id),
    };
  });
}

type AgeException = { childId: string; classId: string; note: string };

/**
 * Lets a child outside a class's ages join it, with an entry in the audit log. Its guardians who book get an email.
 * Allowing it again changes nothing.
 * @throws {ApiError} `not_found`
 */
export async function allowAge(
  wanted: AgeException,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { _id, classId, event } = await describeAge('allow age', wanted, admin, services);
  await services.database.collections.children.updateOne(
    { _id, ...NOT_DELETING, allowedClasses: { $ne: classId } },
    { $push: { allowedClasses: classId, events: event } },
  );
}

/**
 * No longer lets a child join a class outside its ages. A seat that it has stays. The guardians get another email.
 * @throws {ApiError} `not_found`, also if it was not allowed
 */
export async function takeBackAge(
  wanted: AgeException,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { _id, classId, event } = await describeAge('take back age', wanted, admin, services);
  const { modifiedCount } = await services.database.collections.children.updateOne(
    { _id, ...NOT_DELETING, allowedClasses: classId },
    { $pull: { allowedClasses: classId }, $push: { events: event } },
  );
  if (modifiedCount === 0)
    throw new ApiError('not_found', 'This class is not allowed for this child.');
}

async function describeAge(
  action: 'allow age' | 'take back age',
  { childId, classId, note }: AgeException,
  admin: UserDocument,
  services: Services,
) {
  const [id, theClass] = [new ObjectId(childId), new ObjectId(classId)];
  const [child, campClass] = await Promise.all([
    findAnyChild(id, services),
    findClass(services.database.collections, { _id: theClass }),
  ]);
  if (!child) throw childNotFoundError();
  if (!campClass) throw classNotFoundError();
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: action,
    target: campClass.name,
    before: null,
    after: { child: childId, note },
    classId: theClass,
  });
  return { _id: id, classId: theClass, event };
}
