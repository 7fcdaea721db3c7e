import { SYSTEM } from '../../events/audit-event.ts';
import type { ObjectId } from 'mongodb';
import { listClasses } from '../../database/class-store.ts';
import { listEnrolledSeats } from '../seats/find-seat.ts';
import type { Services } from '../../services.ts';
import { cancelSeat } from './cancel-seat.ts';
import { findCurrentChange, listCancellationsOfClasses } from './change-store.ts';
import { listRefundsById } from '../../billing/ledger/refund-store.ts';

/**
 * Cancels the seats of classes that the school has canceled, one by one, with full refunds. Started when a class is
 * canceled; a job continues with what is left. Several servers may run it at once. A refund for which Stripe has no
 * money waits there.
 * @param signal stops it between two seats
 */
export async function cancelSeatsOfClasses(
  services: Services,
  signal?: AbortSignal,
): Promise<void> {
  const { collections } = services.database;
  const canceled = { 'canceled.at': { $gt: new Date(0) }, 'seats.state': 'enrolled' as const };
  for (const campClass of await listClasses(collections, canceled, { sort: { 'canceled.at': 1 } }))
    for (const seat of listEnrolledSeats(campClass)) {
      if (signal?.aborted) return;
      const { by = SYSTEM, note } = campClass.canceled ?? {};
      try {
        // It may be on its way to another class. If it doesn't get there, the next run cancels it.
        const current = await findCurrentChange(collections, seat.seatId);
        if (current?.state === 'decided' && current.kind !== 'cancel') continue;
        await cancelSeat({ campClass, seat, reason: 'class canceled', by, note }, services);
      } catch (error) {
        const seatId = seat.seatId.toHexString();
        services.log.error(
          { err: error, seatId },
          'a seat of a canceled class is not canceled yet',
        );
      }
    }
}

/** How many refunds of a canceled class are on their way, and how many have failed and need an admin. */
export type RefundProgress = { refundsOpen: number; refundsFailed: number };

/** @returns the progress of each class, by its id (hexadecimal) */
export async function getRefundProgress(
  classIds: ObjectId[],
  { database: { collections } }: Services,
): Promise<Map<string, RefundProgress>> {
  if (classIds.length === 0) return new Map();
  const cancellations = await listCancellationsOfClasses(collections, classIds);
  const ids = cancellations.flatMap(({ refunds }) => refunds.map(({ refundId }) => refundId));
  const known = await listRefundsById(collections, ids);
  const progress = new Map<string, RefundProgress>();
  for (const { classId, refunds } of cancellations) {
    const key = classId.toHexString();
    const { refundsOpen, refundsFailed } = progress.get(key) ?? {
      refundsOpen: 0,
      refundsFailed: 0,
    };
    // One that is not recorded yet is on its way too.
    const found = refunds.map(({ refundId }) => known.get(refundId));
    const open = found.filter((one) => one?.state !== 'succeeded' && one?.state !== 'failed');
    const failed = found.filter((one) => one?.state === 'failed' && one.needsAdmin);
    progress.set(key, {
      refundsOpen: refundsOpen + open.length,
      refundsFailed: refundsFailed + failed.length,
    });
  }
  return progress;
}
