import { SYSTEM } from '../events/audit-event.ts';
import type { ObjectId } from 'mongodb';
import { listClasses } from '../database/class-store.ts';
import { listEnrolledSeats, pairSeat } from '../seats/find-seat.ts';
import type { Services } from '../services.ts';
import { cancelSeat } from './cancel-seat.ts';
import { findCurrentChange, listCancellationsOfClasses } from './change-store.ts';
import { listPayments } from '../ledger/payment-store.ts';
import { listRefundsById, nameProgress } from '../ledger/refund-store.ts';

/**
 * Cancels the seats of classes that the school has canceled, one by one, with full refunds. Started when a class is
 * canceled; a job continues with what is left. Several servers may run it at once. A refund for which Stripe has no
 * money waits there. R170
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
        const one = { ...pairSeat(campClass, seat), reason: 'class canceled' as const };
        await cancelSeat({ ...one, by, note }, services);
      } catch (error) {
        const seatId = seat.seatId.toHexString();
        services.log.error(
          { err: error, seatId },
          'a seat of a canceled class is not canceled yet',
        );
      }
    }
}

/** How many refunds of a canceled class are on their way, wait to be given back by hand, and have failed. R171 */
export type RefundProgress = { refundsOpen: number; refundsByHand: number; refundsFailed: number };
export const NO_REFUNDS: RefundProgress = { refundsOpen: 0, refundsByHand: 0, refundsFailed: 0 };

/** @returns the progress of each class, by its id (hexadecimal) */
export async function getRefundProgress(
  classIds: ObjectId[],
  { database: { collections } }: Services,
): Promise<Map<string, RefundProgress>> {
  if (classIds.length === 0) return new Map();
  const cancellations = await listCancellationsOfClasses(collections, classIds);
  const planned = cancellations.flatMap(({ refunds }) => refunds);
  const known = await listRefundsById(
    collections,
    planned.map(({ refundId }) => refundId),
  );
  const payments = await listPayments(
    collections,
    planned.map(({ paymentId }) => paymentId),
  );
  const byHand = payments.filter(({ received }) => received).map(({ paymentId }) => paymentId);
  const progress = new Map<string, RefundProgress>();
  for (const { classId, refunds } of cancellations) {
    const counts = { ...(progress.get(classId.toHexString()) ?? NO_REFUNDS) };
    for (const { refundId, paymentId } of refunds) {
      const refund = known.get(refundId);
      // One that is not recorded yet is on its way too.
      const state = refund ? nameProgress(refund) : 'on its way';
      if (state === 'on its way') counts.refundsOpen += 1;
      else if (state === 'failed')
        counts[byHand.includes(paymentId) ? 'refundsByHand' : 'refundsFailed'] += 1;
    }
    progress.set(classId.toHexString(), counts);
  }
  return progress;
}
