import type { FamilyChild } from '@speakifyr/contract/families.ts';
import { ObjectId } from 'mongodb';
import { describeAct, fileAct } from '../audit/audit.service.ts';
import type { UserDocument } from '../database/collections.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { classNotFound } from '../errors.ts';
import { getClassWithPeople } from '../seats/people-of-classes.ts';
import type { Services } from '../services.ts';
import { childNotFound } from './booking.ts';
import { allowClass, findChild } from './children.repo.ts';
import { presentChild } from './child-fields.ts';
import { readContacts } from './contacts.ts';
import { listGuardiansOf } from './guardians.ts';
import { findHealthStates } from './health.ts';

/** What admins see of families and do for them. Never what is in contacts and health. */

/** Children, each with its guardians. Says whether health is answered and how many contacts there are, not what. */
export async function describeFamilyChildren(
  children: ChildDocument[],
  services: Services,
): Promise<FamilyChild[]> {
  const ids = children.map(({ _id }) => _id);
  const [guardians, health, contacts] = await Promise.all([
    listGuardiansOf(children, services),
    findHealthStates(ids, services),
    readContacts(ids, services),
  ]);
  return children.map((child) => {
    const id = child._id.toHexString();
    return {
      ...presentChild(child),
      guardians: (guardians.get(id) ?? []).map(({ user: person, may }) => ({
        _id: person._id.toHexString(),
        name: person.name,
        email: person.email,
        ...(person.phone && { phone: person.phone }),
        may,
      })),
      health: health.get(id) ?? 'missing',
      contacts: contacts.get(id)?.length ?? 0,
    };
  });
}

/**
 * Lets a child outside a class's ages join it, with an entry in the audit log. Allowing it again changes nothing.
 * @throws {ApiError} `not_found`
 */
export async function allowAge(
  { childId, classId, note }: { childId: string; classId: string; note: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const [id, theClass] = [new ObjectId(childId), new ObjectId(classId)];
  const [child, campClass] = await Promise.all([
    findChild(collections, id),
    getClassWithPeople(theClass, services),
  ]);
  if (!child) throw childNotFound();
  if (!campClass) throw classNotFound();
  const act = describeAct(
    {
      who: admin.email,
      action: 'allow age',
      target: campClass.name,
      before: null,
      after: { child: childId, note },
    },
    services,
  );
  if (await allowClass(collections, id, theClass, act))
    await fileAct(act, { collection: 'children', id }, services);
}
