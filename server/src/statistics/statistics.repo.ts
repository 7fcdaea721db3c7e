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

/** The school's totals; `transactions` in integer cents. */
export async function countSchool({
  users,
  classes,
  payments,
}: Needs<'users' | 'classes' | 'payments'>): Promise<{
  users: number;
  classes: number;
  enrolled: number;
  transactions: number;
}> {
  const [userCount, classCount, [paid]] = await Promise.all([
    users.countDocuments({ status: 'active' }),
    classes.countDocuments({ status: 'open' }),
    payments
      .aggregate<{ enrolled: number; amount: number }>([
        { $match: { status: 'enrolled' } },
        { $group: { _id: null, enrolled: { $sum: 1 }, amount: { $sum: '$amount' } } },
      ])
      .toArray(),
  ]);
  return {
    users: userCount,
    classes: classCount,
    enrolled: paid?.enrolled ?? 0,
    transactions: paid?.amount ?? 0,
  };
}

/** What was paid on each day from a first one (yyyy-mm-dd) on, in integer cents; days without are left out. */
export async function sumEarningsByDay(
  { payments }: Needs<'payments'>,
  from: string,
): Promise<{ day: string; amount: number }[]> {
  const days = await payments
    .aggregate<{ _id: string; amount: number }>([
      { $match: { status: 'enrolled', settledDay: { $gte: from } } },
      { $group: { _id: '$settledDay', amount: { $sum: '$amount' } } },
    ])
    .toArray();
  return days.map(({ _id, amount }) => ({ day: _id, amount }));
}

/** How many of a class's seats are in a state. */
function countInState(state: 'held' | 'enrolled') {
  return {
    $size: { $filter: { input: '$seats', as: 'seat', cond: { $eq: ['$$seat.state', state] } } },
  };
}

/** How full each open class is, by start day. */
export async function listFill({
  classes,
}: Needs<'classes'>): Promise<{ name: string; enrolled: number; held: number; sit: number }[]> {
  return classes
    .aggregate<{ name: string; enrolled: number; held: number; sit: number }>([
      { $match: { status: 'open' } },
      { $sort: { camp_start: 1, _id: 1 } },
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
}

/** An instructor's class with those who sit in it: one class, twenty seats at most. */
export async function findClassWithRoster(
  { classes }: Needs<'classes'>,
  email: string,
): Promise<ClassDocument | null> {
  return classes.findOne({ 'instructor.email': email });
}
