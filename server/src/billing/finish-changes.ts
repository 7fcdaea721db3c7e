import type { HeldSeat } from '../database/collections.ts';
import type { SeatChangeDocument } from '../database/money-documents.ts';
import { isNewSeatHeld } from '../enrollments/seats/seat-moves.ts';
import type { Services } from '../services.ts';
import { markAsked } from './asked-moves.ts';
import { GO_ON_AFTER_MS } from './begin-change.ts';
import { goOn as goOnCanceling } from './cancel-seat.ts';
import { resumeTransfer } from './complete-transfer.ts';
import { findPayment, listPaymentsOfSeats } from './payments.repo.ts';
import { closeSeatRefund, listDueChanges, postponeChange } from './seat-changes.repo.ts';
import { settlePayment } from './settle-payment.ts';
import { endTransfer, toTransfer, type Transfer } from './transfers.repo.ts';

/**
 * Goes on with changes of seats that were cut off, and ends moves whose new seat was given up. A job; several servers may
 * run it at once.
 * @param signal stops it between two changes
 */
export async function finishChanges(services: Services, signal?: AbortSignal): Promise<void> {
  const { collections } = services.database;
  for (const change of await listDueChanges(collections, services.now())) {
    if (signal?.aborted) return;
    const later = new Date(services.now().getTime() + GO_ON_AFTER_MS);
    await postponeChange(collections, change._id, later);
    try {
      await goOnWith(change, services);
    } catch (error) {
      const { kind, cartId } = change;
      services.log.error({ err: error, kind, cartId }, 'a change of a seat is not finished yet');
    }
  }
}

async function goOnWith(change: SeatChangeDocument, services: Services): Promise<void> {
  switch (change.kind) {
    case 'cancel':
    case 'resell':
      return void (await goOnCanceling(change, services));
    case 'refund':
      // Its refunds that are written down have a job of their own.
      return closeSeatRefund(services.database.collections, change._id, 'done');
    case 'move': {
      const move = toTransfer(change);
      return move.state === 'open' ? lookAtHold(move, services) : goOnMoving(move, services);
    }
  }
}

async function goOnMoving(transfer: Transfer, services: Services): Promise<void> {
  const { paidBy } = transfer;
  const payment = paidBy && (await findPayment(services.database.collections, paidBy));
  // The payment moves the seat itself, and is closed before the transfer is.
  if (payment && payment.status === 'open') return void (await settlePayment(paidBy, services));
  await resumeTransfer(transfer, services);
}

/** The old seat stays where it is if the new one is not held anymore and nobody has paid for it. */
async function lookAtHold(transfer: Transfer, services: Services): Promise<void> {
  if (await isNewSeatHeld(transfer, services)) {
    // The server may have stopped before it did.
    if (transfer.askedUntil) await markAsked(transfer.transferId, services);
    return;
  }
  const { collections } = services.database;
  const payments = await listPaymentsOfSeats(collections, [transfer.heldCartId]);
  const open = payments.find(({ status }) => status === 'open');
  if (open) await settlePayment(open.paymentId, services);
  else await endTransfer(collections, transfer.transferId, 'open');
}

/** Ends the transfer that a held seat was for, because the seat was given up. The old seat stays where it is. */
export async function giveUpTransfer(
  { transfer }: Pick<HeldSeat, 'transfer'>,
  { database }: Services,
): Promise<void> {
  if (transfer) await endTransfer(database.collections, transfer.transferId, 'open');
}
