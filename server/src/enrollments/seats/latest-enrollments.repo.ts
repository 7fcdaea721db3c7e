import type { ObjectId } from 'mongodb';
import type { Collections } from '../../database/collections.ts';

/** When each of these children got paid seats. */
export async function listEnrollments(
  { classes }: Pick<Collections, 'classes'>,
  childIds: ObjectId[],
): Promise<{ _id: ObjectId; enrolledAt: Date }[]> {
  return classes
    .aggregate<{ _id: ObjectId; enrolledAt: Date }>([
      { $match: { 'seats.childId': { $in: childIds } } },
      { $project: { seats: 1 } },
      { $unwind: '$seats' },
      { $match: { 'seats.childId': { $in: childIds }, 'seats.state': 'enrolled' } },
      { $project: { _id: '$seats.childId', enrolledAt: '$seats.enrolledAt' } },
    ])
    .toArray();
}
