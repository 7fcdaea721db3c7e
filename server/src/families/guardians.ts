import { findAnyChild, findChildren } from './booking.ts';
import type { GuardianRight } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument, Guardian } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findActiveUsers, findUserWithId } from '../users/find-users.ts';
import { auditEvent } from '../events/audit-event.ts';
import { checkMayHandOver } from './blocked-guardian.ts';
import { changeFamily, findOwnChild } from './change-family.ts';
import { withoutGuardian } from './family.ts';
import { findGuardian, hasEveryRight } from './rights.ts';

/** A guardian whose account is active. */
export type ActiveGuardian = {
  user: UserDocument;
  may: GuardianRight[];
  /** null for the guardian who added the child. */
  invitedBy: ObjectId | null;
};

/**
 * The guardians of children, in the order in which they became guardians. R109
 * @returns by child id (hexadecimal), without accounts that were removed or are being deleted
 */
export async function listGuardians(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, ActiveGuardian[]>> {
  return listGuardiansOf(await findChildren(childIds, services), services);
}

/**
 * The accounts that decide about children now: active, with every right. Only what they gave counts. R465
 * @returns by child id (hexadecimal), nobody for a deleted child
 */
export async function listDeciders(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, ObjectId[]>> {
  const guardians = await listGuardians(childIds, services);
  return new Map([...guardians].map(([id, all]) => [id, whoDecides(all)]));
}

/** The same, of a child's guardians that are known already. */
export function whoDecides(guardians: ActiveGuardian[]): ObjectId[] {
  return guardians.filter(hasEveryRight).map(({ user: { _id } }) => _id);
}

/** The accounts that are guardians of a child and have this right. */
export async function listGuardiansWho(
  may: GuardianRight,
  childId: ObjectId,
  services: Pick<Services, 'database'>,
): Promise<UserDocument[]> {
  const guardians = (await listGuardians([childId], services)).get(childId.toHexString()) ?? [];
  return guardians.filter((one) => one.may.includes(may)).map(({ user }) => user);
}

/** Like `listGuardians`, for children that are already read. */
export async function listGuardiansOf(
  children: ChildDocument[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, ActiveGuardian[]>> {
  const ids = children.flatMap(({ guardians }) => guardians.map(({ userId }) => userId));
  const users = new Map(
    (await findActiveUsers(ids, services)).map((user) => [user._id.toHexString(), user]),
  );
  return new Map(
    children.map(({ _id, guardians }) => [
      _id.toHexString(),
      guardians.flatMap(({ userId, may, invitedBy }) => {
        const user = users.get(userId.toHexString());
        return user ? [{ user, may, invitedBy }] : [];
      }),
    ]),
  );
}

type Whom = { childId: string; guardianId: string };

/**
 * Removes a guardian whom the caller invited, or the caller. Their invitations go with them.
 * @throws {ApiError} `not_found`, `guardian_may_not`, `last_guardian`
 */
export async function removeGuardian(
  { childId, guardianId }: Whom,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const id = new ObjectId(guardianId);
  await changeFamily(async () => {
    const { child } = await findOwnChild(new ObjectId(childId), user, services);
    const leaving = findGuardian(child, id);
    if (!leaving) throw guardianNotFoundError();
    if (!id.equals(user._id)) await checkMayHandOver(child._id, user, services);
    if (!canRemove(leaving, user))
      throw new ApiError(
        'guardian_may_not',
        'Only the person who invited this guardian can remove them.',
      );
    return { child, family: withoutGuardian(child, leaving) };
  }, services);
}

/** Everyone may leave. Others may remove only whom they invited, so nobody can take a child from whoever added it. */
export function canRemove({ userId, invitedBy }: Guardian, user: { _id: ObjectId }): boolean {
  return userId.equals(user._id) || (invitedBy?.equals(user._id) ?? false);
}

/**
 * Removes a guardian as an admin, with an entry in the audit log. The entry does not name the child.
 * @throws {ApiError} `not_found`, `last_guardian`
 */
export async function removeGuardianAsAdmin(
  { childId, guardianId, note }: Whom & { note: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const id = new ObjectId(childId);
  await changeFamily(async () => {
    const child = await findAnyChild(id, services);
    const leaving = child && findGuardian(child, new ObjectId(guardianId));
    if (!leaving) throw guardianNotFoundError();
    const person = await findUserWithId(leaving.userId, services);
    const event = auditEvent({
      at: services.now(),
      by: admin._id,
      type: 'remove guardian',
      target: person?.email ?? guardianId,
      before: { child: childId, may: leaving.may.join(', ') },
      after: { note },
    });
    return { child, family: withoutGuardian(child, leaving), event };
  }, services);
}

function guardianNotFoundError(): ApiError {
  return new ApiError('not_found', 'This person does not look after this child.');
}
