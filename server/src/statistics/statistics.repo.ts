import type { Collections } from '../database/collections.ts';

/** What a student holds and has paid, counted by the database. */
export async function countSeatsOfStudent(
  { classes }: Pick<Collections, 'classes'>,
  email: string,
  at: Date,
): Promise<{ held: number; enrolled: number; spent: number }> {
  const isEnrolled = { $eq: ['$seats.state', 'enrolled'] };
  const isHeld = {
    $and: [{ $eq: ['$seats.state', 'held'] }, { $gt: ['$seats.heldUntil', at] }],
  };
  const [counted] = await classes
    .aggregate<{ held: number; enrolled: number; spent: number }>([
      { $match: { 'seats.email': email } },
      { $project: { seats: 1 } },
      { $unwind: '$seats' },
      { $match: { 'seats.email': email } },
      {
        $group: {
          _id: null,
          held: { $sum: { $cond: [isHeld, 1, 0] } },
          enrolled: { $sum: { $cond: [isEnrolled, 1, 0] } },
          spent: { $sum: { $cond: [isEnrolled, '$seats.price', 0] } },
        },
      },
    ])
    .toArray();
  return counted ?? { held: 0, enrolled: 0, spent: 0 };
}
