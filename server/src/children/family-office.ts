import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { ObjectId } from 'mongodb';
import { describeAct, fileAct } from '../audit/audit.service.ts';
import type { UserDocument } from '../database/collections.ts';
import { classNotFound } from '../errors.ts';
import { getClassWithPeople } from '../seats/people-of-classes.ts';
import type { Services } from '../services.ts';
import { findAnyUser } from '../users/users.service.ts';
import { childNotFound, listChildrenOf } from './booking.ts';
import { allowClass, findChild } from './children.repo.ts';
import { presentChild } from './child-fields.ts';
import { listGuardiansOf } from './guardians.ts';

/** What admins see of families and do for them. Never contacts and health. */

/** The children of the account with this email, by name. */
export async function getChildrenOf(
  email: string,
  services: Services,
): Promise<Output<Contract['GET /childrenOf']>> {
  const user = await findAnyUser(email, services);
  if (!user) return [];
  const children = await listChildrenOf(user, services);
  const guardians = await listGuardiansOf(children, services);
  return children.map((child) => ({
    ...presentChild(child),
    guardians: (guardians.get(child._id.toHexString()) ?? []).map(({ user: person, may }) => ({
      _id: person._id.toHexString(),
      name: person.name,
      email: person.email,
      ...(person.phone && { phone: person.phone }),
      may,
    })),
  }));
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
