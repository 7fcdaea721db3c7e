import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';

/** The school's figures. They are about the classes of all years, so the database counts instead of sending them. */
type Classes = Pick<Collections, 'classes'>;

/** How many people are on the waiting lists of open classes, and how many joined one and have not enrolled that way. */
export async function countWaiting({
  classes,
}: Classes): Promise<{ people: number; lost: number }> {
  const open = await classes
    .find({ status: 'open' }, { projection: { waiting: 1, demand: 1 } })
    .toArray();
  const entries = open.flatMap(({ waiting = [] }) => waiting);
  return {
    people: entries.reduce((sum, { people }) => sum + people.length, 0),
    lost: open.reduce((sum, { demand }) => sum + (demand ? demand.asked - demand.enrolled : 0), 0),
  };
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
        { $group: { _id: isChild ? '$seats.childId' : '$seats.userId' } },
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
