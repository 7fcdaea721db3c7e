import { GUARDIAN_RIGHTS, type GuardianRight } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { ChildDocument, Guardian } from '../database/family-documents.ts';

/** What a guardian may do. Looks only at the child's document. */

type Guarded = Pick<ChildDocument, 'guardians'>;

// Rules: R106.
export function findGuardian({ guardians }: Guarded, userId: ObjectId): Guardian | undefined {
  return guardians.find((guardian) => guardian.userId.equals(userId));
}

/** @returns what this person may do for the child: nothing, if they are not a guardian */
export function listRights(child: Guarded, userId: ObjectId): GuardianRight[] {
  return findGuardian(child, userId)?.may ?? [];
}

/** @returns the ids of those children for whom this person has the right */
export function idsWithRight(
  right: GuardianRight,
  children: ChildDocument[],
  userId: ObjectId,
): ObjectId[] {
  return children
    .filter((child) => listRights(child, userId).includes(right))
    .map(({ _id }) => _id);
}

/** Whether this person may change the child, its contacts, health and guardians: only with every right. */
export function canChange(child: Guarded, userId: ObjectId): boolean {
  return hasEveryRight({ may: listRights(child, userId) });
}

export function hasEveryRight({ may }: Pick<Guardian, 'may'>): boolean {
  return GUARDIAN_RIGHTS.every((right) => may.includes(right));
}

/** Whether this person added the child, or has taken over from the one who did. Only they can delete it. */
export function isOwner(child: Guarded, userId: ObjectId): boolean {
  return findGuardian(child, userId)?.invitedBy === null;
}
