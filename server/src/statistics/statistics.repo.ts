import type { ClassDocument, Collections } from '../database/collections.ts';

type Needs<K extends keyof Collections> = Pick<Collections, K>;

/** What a student holds and has paid, counted by the database. `spent` in whole currency units. */
export async function countSeatsOfStudent(
  { classes }: Needs<'classes'>,
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

/** How many people are registered and how many classes are open. */
export async function countSchool({
  users,
  classes,
}: Needs<'users' | 'classes'>): Promise<{ users: number; classes: number }> {
  // The database knows the number of all documents without looking at them; few are not active.
  const [all, left, open] = await Promise.all([
    users.estimatedDocumentCount(),
    users.countDocuments({ status: { $in: ['removed', 'deleting'] } }),
    classes.countDocuments({ status: 'open' }),
  ]);
  return { users: all - left, classes: open };
}

/** What was paid on a day (yyyy-mm-dd) and not given back: how many payments, and their sum in integer cents. */
export type DayEarnings = { day: string; payments: number; amount: number };

/** The earnings of some days, or of all; days without are left out. */
export async function sumEarnings(
  { payments }: Needs<'payments'>,
  days?: string[],
): Promise<DayEarnings[]> {
  const found = await payments
    .aggregate<{ _id: string; payments: number; amount: number }>([
      { $match: { status: 'enrolled', ...(days && { settledDay: { $in: days } }) } },
      { $group: { _id: '$settledDay', payments: { $sum: 1 }, amount: { $sum: '$amount' } } },
    ])
    .toArray();
  return found.map(({ _id, ...sums }) => ({ day: _id, ...sums }));
}

/** The days whose earnings are not what they were before a moment. */
export async function listChangedDays(
  { payments }: Needs<'payments'>,
  since: Date,
): Promise<string[]> {
  const days = await payments.distinct('settledDay', { settledAt: { $gte: since } });
  return days.filter((day) => day !== undefined);
}

type Fill = { name: string; enrolled: number; held: number; sit: number };

/**
 * How full open classes are: those that start next and, if there are fewer than wanted, those that started last.
 * By start day.
 * @param today yyyy-mm-dd
 */
export async function listFill(
  { classes }: Needs<'classes'>,
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
            _id: 0,
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

/** How many of a class's seats are in a state. */
function countInState(state: 'held' | 'enrolled') {
  return {
    $size: { $filter: { input: '$seats', as: 'seat', cond: { $eq: ['$$seat.state', state] } } },
  };
}

/** An instructor's class with those who sit in it: one class, twenty seats at most. */
export async function findClassWithRoster(
  { classes }: Needs<'classes'>,
  email: string,
): Promise<ClassDocument | null> {
  return classes.findOne({ 'instructor.email': email });
}
