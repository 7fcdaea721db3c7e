import type { GuardianRight } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { findActiveUsers } from '../users/users.service.ts';
import { listChildrenWithIds } from './children.repo.ts';

/** A guardian whose account is active. */
export type ActiveGuardian = {
  user: UserDocument;
  may: GuardianRight[];
  /** null for the guardian who added the child. */
  invitedBy: ObjectId | null;
};

/**
 * The guardians of children, in the order in which they became guardians.
 * @returns by child id (hexadecimal), without accounts that were removed or are being deleted
 */
export async function listGuardians(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, ActiveGuardian[]>> {
  const children = await listChildrenWithIds(services.database.collections, childIds);
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
