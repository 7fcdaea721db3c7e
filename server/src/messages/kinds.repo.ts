import type { ObjectId } from 'mongodb';
import type { Collections, PaymentDocument } from '../database/collections.ts';
import type {
  CancellationDocument,
  RefundDocument,
  MoveDocument,
} from '../database/money-documents.ts';

/** @param seatId of the canceled seat */
export async function findCancellation(
  { seatChanges }: Pick<Collections, 'seatChanges'>,
  seatId: ObjectId,
): Promise<CancellationDocument | null> {
  const kind = { $in: ['cancel' as const, 'resell' as const] };
  return seatChanges.findOne<CancellationDocument>({ _id: seatId, kind });
}

/** The seats of a class that were canceled with the whole class. */
export async function listCanceledWith(
  { seatChanges }: Pick<Collections, 'seatChanges'>,
  classId: ObjectId,
): Promise<CancellationDocument[]> {
  return seatChanges.find<CancellationDocument>({ classId, reason: 'class canceled' }).toArray();
}

export async function findMove(
  { seatChanges }: Pick<Collections, 'seatChanges'>,
  _id: ObjectId,
): Promise<MoveDocument | null> {
  return seatChanges.findOne<MoveDocument>({ _id, kind: 'move' });
}

/** The moves of a seat that nothing can stop anymore, newest first. */
export async function listMovesOf(
  { seatChanges }: Pick<Collections, 'seatChanges'>,
  seatId: ObjectId,
): Promise<MoveDocument[]> {
  const filter = {
    kind: 'move' as const,
    seatId,
    state: { $in: ['decided' as const, 'done' as const] },
  };
  return seatChanges.find<MoveDocument>(filter).sort({ createdAt: -1 }).toArray();
}

export async function findRefundWithId(
  { refunds }: Pick<Collections, 'refunds'>,
  _id: string,
): Promise<RefundDocument | null> {
  return refunds.findOne({ _id });
}

/** The refunds with these ids. */
export async function listRefundsWithIds(
  { refunds }: Pick<Collections, 'refunds'>,
  ids: string[],
): Promise<RefundDocument[]> {
  return ids.length > 0 ? refunds.find({ _id: { $in: ids } }).toArray() : [];
}

/** A payment in any state. */
export async function findAnyPayment(
  { payments }: Pick<Collections, 'payments'>,
  _id: string,
): Promise<PaymentDocument | null> {
  return payments.findOne({ _id });
}
