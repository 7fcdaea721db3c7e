import type { Filter, MatchKeysAndValues, ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import { withOtherId } from '../database/other-id.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { SchoolEvent } from '../database/event-document.ts';
import type {
  CancellationDocument,
  MoveDocument,
  SeatChangeDocument,
} from '../database/money-documents.ts';
import { ApiError } from '../errors.ts';
import { findNewOwner } from '../users/find-users.ts';
import { type ChangeKind, type ChangeStep, readStep } from '../seats/seat-states.ts';

/** All changes of paid seats. Moves have a file of their own. */
type Changes = Pick<Collections, 'seatChanges'>;

/** How long a server may work on a change of a seat before the job takes over. */
export const GO_ON_AFTER_MS = 60_000;

/**
 * Records a change of a seat. The record is the lock: until it is over, every other change of the seat is refused here.
 * So no kind of change needs to know about the others. R163, R176
 * @throws {ApiError} `seat_moving`, or `seat_changing` for any other change, even if the seat has ended
 */
export async function beginChange(
  { seatChanges, users }: Changes & Pick<Collections, 'users'>,
  change: SeatChangeDocument,
): Promise<void> {
  try {
    await seatChanges.insertOne({ ...change, openSeatId: change.seatId });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const current = await findCurrentChange({ seatChanges }, change.seatId);
    throw new ApiError(current?.kind === 'move' ? 'seat_moving' : 'seat_changing');
  }
  await followFamily({ seatChanges, users }, change);
}

/** Whether a seat of an account is just being canceled, moved or changed in another way. */
export async function isChangingSeat({ seatChanges }: Changes, userId: ObjectId): Promise<boolean> {
  return (await seatChanges.findOne({ userId, openSeatId: { $exists: true } })) !== null;
}

/** What one account has changed goes to the account that it becomes one with. */
export async function moveChanges(
  { seatChanges }: Changes,
  from: ObjectId,
  into: ObjectId,
): Promise<void> {
  await seatChanges.updateMany({ userId: from }, { $set: { userId: into } });
}

/** What an account has changed of one record of a child goes to another record of it. May be repeated. */
export async function moveChildOfChanges(
  { seatChanges }: Changes,
  userId: ObjectId,
  from: ObjectId,
  into: ObjectId,
): Promise<void> {
  for (const change of await seatChanges.find({ $or: [{ userId }, { childId: from }] }).toArray()) {
    const turned = withOtherId(change, from, into);
    if (turned === change) continue;
    const set =
      turned.kind === 'move'
        ? { from: turned.from, to: turned.to }
        : 'childId' in turned && { childId: turned.childId };
    if (set) await seatChanges.updateOne({ _id: change._id }, { $set: set as object });
  }
}

/**
 * The family may have moved to another account after the seat was read. Once the change is recorded, a merge finds it
 * by itself. If the server stops just before this, the job does it.
 */
export async function followFamily(
  { seatChanges, users }: Changes & Pick<Collections, 'users'>,
  change: SeatChangeDocument,
): Promise<void> {
  const userId = findNewOwner(await users.findOne({ _id: change.userId }));
  if (userId) await seatChanges.updateOne({ _id: change._id }, { $set: { userId } });
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

/** The changes that are due to be continued now. */
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
 * Takes a change one step further: CHANGE_STEPS. At its end, the seat is unlocked.
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

/** The changes that end a seat. */
const IS_END = { kind: { $in: ['cancel' as const, 'resell' as const] } };

/** Withdraws a cancellation that is not decided yet. @returns false if it is */
export async function dropCancellation(
  { seatChanges }: Changes,
  seatId: ObjectId,
): Promise<boolean> {
  const { deletedCount } = await seatChanges.deleteOne({ _id: seatId, ...IS_END, state: 'open' });
  return deletedCount === 1;
}

export async function findCancellation(
  { seatChanges }: Changes,
  seatId: ObjectId,
): Promise<CancellationDocument | null> {
  return seatChanges.findOne<CancellationDocument>({ _id: seatId, ...IS_END });
}

/** The seats that an account paid for and that were canceled, newest first. */
export async function listCancellationsOf(
  { seatChanges }: Changes,
  userId: ObjectId,
): Promise<CancellationDocument[]> {
  return seatChanges
    .find<CancellationDocument>({ userId, ...IS_END, state: { $ne: 'open' } })
    .sort({ createdAt: -1 })
    .toArray();
}

/** The seats of some classes that were canceled because the school has canceled the class. */
export async function listCancellationsOfClasses(
  { seatChanges }: Changes,
  classIds: ObjectId[],
): Promise<CancellationDocument[]> {
  return seatChanges
    .find<CancellationDocument>({ classId: { $in: classIds }, reason: 'class canceled' })
    .toArray();
}
