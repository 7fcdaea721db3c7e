import type { ObjectId } from 'mongodb';
import type { Collections, TimeClaim, UserDocument } from '../database/collections.ts';

/** The time that an instructor's record has for classes that are just being written: instructor-time.ts. */
type Users = Pick<Collections, 'users'>;

/** @returns whether it was written: only if the person still is an instructor with the same claims as read */
export async function setTimeClaims(
  { users }: Users,
  read: Pick<UserDocument, '_id' | 'timeClaims'>,
  timeClaims: TimeClaim[],
): Promise<boolean> {
  const { matchedCount } = await users.updateOne(
    {
      ...{ _id: read._id, role: 'instructor', status: 'active' },
      timeClaims: read.timeClaims ?? { $exists: false },
    },
    { $set: { timeClaims } },
  );
  return matchedCount === 1;
}

/** Drops one claim, and the list with the last one. */
export async function dropTimeClaim(
  { users }: Users,
  userId: ObjectId,
  claimId: ObjectId,
): Promise<void> {
  await users.updateOne({ _id: userId }, { $pull: { timeClaims: { _id: claimId } } });
}
