import type { Filter, MatchKeysAndValues, ObjectId } from 'mongodb';
import type { Collections, UserDocument } from '../../database/collections.ts';
import { isDuplicateKey } from '../../database/duplicate-key.ts';
import type { SchoolEvent } from '../../database/event-document.ts';
import type { MoveDocument, SeatChangeDocument } from '../../database/money-documents.ts';
import { type ChangeKind, type ChangeStep, readStep } from '../seats/seat-states.ts';

/** What all changes of paid seats have in common. Cancellations and moves have files of their own. */
type Changes = Pick<Collections, 'seatChanges'>;

/**
 * Writes a change down, and so locks its seat until the change is over.
 * @returns false if another change of the seat is not over, or the seat has ended
 */
export async function insertChange(
  { seatChanges }: Changes,
  change: SeatChangeDocument,
): Promise<boolean> {
  try {
    await seatChanges.insertOne({ ...change, openSeatId: change.seatId });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** The change that has locked a seat. */
export async function findCurrentChange(
  { seatChanges }: Changes,
  seatId: ObjectId,
): Promise<SeatChangeDocument | null> {
  return seatChanges.findOne({ openSeatId: seatId });
}

/** How many changes one run of the job works on. */
const MAX_DUE = 100;

/** The changes that somebody should go on with now. */
export async function listDueChanges(
  { seatChanges }: Changes,
  at: Date,
): Promise<SeatChangeDocument[]> {
  return seatChanges
    .find({ checkAfter: { $lte: at } })
    .sort({ checkAfter: 1 })
    .limit(MAX_DUE)
    .toArray();
}

/** Looks at a change again later. */
export async function postponeChange(
  { seatChanges }: Changes,
  _id: ObjectId,
  checkAfter: Date,
): Promise<void> {
  await seatChanges.updateOne({ _id, checkAfter: { $exists: true } }, { $set: { checkAfter } });
}

/**
 * Takes a change one step further: CHANGE_STEPS. At its end, the seat is not locked anymore.
 * @param and.only what else must be true; `set`: what else is written; `events`: what happened
 * @returns whether it was in a state in which the step is allowed
 */
export async function takeStep<Kind extends ChangeKind>(
  { seatChanges }: Changes,
  { _id, kind }: { _id: ObjectId; kind: Kind },
  step: ChangeStep<Kind>,
  {
    only = {},
    set,
    events = [],
  }: {
    only?: Filter<SeatChangeDocument>;
    set?: MatchKeysAndValues<MoveDocument>;
    events?: SchoolEvent[];
  } = {},
): Promise<boolean> {
  const { from, to } = readStep(kind, step);
  const isOver = to === 'done' || to === 'rejected';
  const { matchedCount } = await seatChanges.updateOne(
    { ...only, _id, kind, state: { $in: [...from] } },
    {
      $set: { ...set, state: to },
      ...(isOver && { $unset: { openSeatId: true, checkAfter: true } }),
      ...(events.length > 0 && { $push: { events: { $each: events } } }),
    },
  );
  return matchedCount === 1;
}

/** Removes an account from what it decided about its seats. */
export async function forgetOwnerOfChanges(
  { seatChanges }: Changes,
  { _id: userId, email }: Pick<UserDocument, '_id' | 'email'>,
  pseudonym: string,
): Promise<void> {
  await seatChanges.updateMany({ userId, by: email }, { $set: { by: pseudonym } });
}
