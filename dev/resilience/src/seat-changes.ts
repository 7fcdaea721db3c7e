import type { Collections } from '../../../server/src/database/collections.ts';
import type { School } from './school.ts';
import type {
  CancellationDocument,
  MoveDocument,
} from '../../../server/src/database/money-documents.ts';

/** The two kinds of changes of seats that the checks read. */
type Changes = Pick<Collections, 'seatChanges'>;

const IS_END = { kind: { $in: ['cancel' as const, 'resell' as const] } };

export function listCancellations({ seatChanges }: Changes): Promise<CancellationDocument[]> {
  return seatChanges.find<CancellationDocument>(IS_END).toArray();
}

export function listMoves({ seatChanges }: Changes, filter = {}): Promise<MoveDocument[]> {
  return seatChanges.find<MoveDocument>({ kind: 'move', ...filter }).toArray();
}

/** In each class, the time of one seat that is held is over now. @param which only of such a seat */
export async function endHeldTime(
  { collections }: School,
  which: { [kind in 'offer' | 'move' | 'reserved']?: { $exists: true } } = {},
): Promise<void> {
  const past = new Date(0);
  await collections.classes.updateMany(
    { seats: { $elemMatch: { state: 'held', heldUntil: { $gt: past }, ...which } } },
    { $set: { 'seats.$.heldUntil': past }, $inc: { version: 1 } },
  );
}
