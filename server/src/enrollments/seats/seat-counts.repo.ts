import type { ObjectId } from 'mongodb';
import type { Collections } from '../../database/collections.ts';

/** Numbers of seats, counted by the database. */
type Classes = Pick<Collections, 'classes'>;

/** The number of held seats, expired ones too. */
export async function sumHeldSeats({ classes }: Classes): Promise<number> {
  const isHeld = { $eq: ['$$seat.state', 'held'] };
  const [sum] = await classes
    .aggregate<{ held: number }>([
      // The index finds the classes with a held seat: only those have this date.
      { $match: { 'seats.heldUntil': { $gt: new Date(0) } } },
      { $project: { held: { $size: { $filter: { input: '$seats', as: 'seat', cond: isHeld } } } } },
      { $group: { _id: null, held: { $sum: '$held' } } },
    ])
    .toArray();
  return sum?.held ?? 0;
}

/**
 * How many different people have a paid seat in an open class that is not over: children, and accounts that joined for
 * themselves.
 * @param today yyyy-mm-dd
 */
export async function countPeopleEnrolled({ classes }: Classes, today: string): Promise<number> {
  const count = async (isChild: boolean) => {
    const [found] = await classes
      .aggregate<{ people: number }>([
        { $match: { status: 'open', camp_end: { $gte: today } } },
        { $project: { seats: 1 } },
        { $unwind: '$seats' },
        { $match: { 'seats.state': 'enrolled', 'seats.childId': { $exists: isChild } } },
        { $group: { _id: isChild ? '$seats.childId' : '$seats.email' } },
        { $count: 'people' },
      ])
      .toArray();
    return found?.people ?? 0;
  };
  const [children, accounts] = await Promise.all([count(true), count(false)]);
  return children + accounts;
}

/** `_id` is the class's. */
export type Fill = { _id: ObjectId; name: string; enrolled: number; held: number; sit: number };

/**
 * How full open classes are: the next ones to start and, if there are not enough, the latest ones that started. Sorted
 * by start day.
 * @param today yyyy-mm-dd
 */
export async function listFill(
  { classes }: Classes,
  today: string,
  wanted: number,
): Promise<Fill[]> {
  const find = (camp_start: object, direction: 1 | -1) =>
    classes
      .aggregate<Fill>([
        { $match: { status: 'open', camp_start } },
        { $sort: { camp_start: direction, _id: direction } },
        { $limit: wanted },
        {
          $project: {
            name: 1,
            sit: 1,
            enrolled: countInState('enrolled'),
            held: countInState('held'),
          },
        },
      ])
      .toArray();
  const [next, last] = await Promise.all([find({ $gte: today }, 1), find({ $lt: today }, -1)]);
  return [...last.slice(0, wanted - next.length).reverse(), ...next];
}

/** Counts a class's seats in this state. */
function countInState(state: 'held' | 'enrolled') {
  return {
    $size: { $filter: { input: '$seats', as: 'seat', cond: { $eq: ['$$seat.state', state] } } },
  };
}
