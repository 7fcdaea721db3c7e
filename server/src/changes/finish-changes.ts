import { logFailure } from '../log.ts';
import type { HeldSeat } from '../database/class-document.ts';
import type { MoveDocument, SeatChangeDocument } from '../database/money-documents.ts';
import { isNewSeatHeld } from '../seats/seat-moves.ts';
import type { Services } from '../services.ts';
import { markAsked } from './move-store.ts';
import {
  followFamily,
  GO_ON_AFTER_MS,
  listDueChanges,
  postponeChange,
  takeStep,
} from './change-store.ts';
import { goOn as goOnCanceling } from './cancel-seat.ts';
import { resumeMove } from './complete-move.ts';
import { findPayment, listPaymentsOfHolds } from '../ledger/payment-store.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Resumes changes of seats that were cut off, and ends moves whose new seat was given up. A job; several servers may
 * run it at once. R176
 * @param signal stops it between two changes
 */
export async function finishChanges(services: Services, signal?: AbortSignal): Promise<void> {
  const { collections } = services.database;
  for (const change of await listDueChanges(collections, services.now())) {
    if (signal?.aborted) return;
    const later = new Date(services.now().getTime() + GO_ON_AFTER_MS);
    await postponeChange(collections, change._id, later);
    await followFamily(collections, change);
    const { kind, seatId } = change;
    const problem = 'a change of a seat is not finished yet';
    await logFailure(goOnWith(change, services), problem, services, { kind, seatId });
  }
}

async function goOnWith(change: SeatChangeDocument, services: Services): Promise<void> {
  switch (change.kind) {
    case 'cancel':
    case 'resell':
      return void (await goOnCanceling(change, services));
    case 'refund':
      // Its recorded refunds have their own job.
      return void (await takeStep(services.database.collections, change, 'finish'));
    case 'move':
      return change.state === 'open' ? lookAtHold(change, services) : goOnMoving(change, services);
  }
}

async function goOnMoving(move: MoveDocument, services: Services): Promise<void> {
  const { paidBy } = move;
  const payment = paidBy && (await findPayment(services.database.collections, paidBy));
  // The payment moves the seat itself, and is closed before the move is.
  if (payment && payment.status === 'open') return void (await settlePayment(paidBy, services));
  await resumeMove(move, services);
}

/** The old seat stays where it is if the new one is not held anymore and nobody has paid for it. */
async function lookAtHold(move: MoveDocument, services: Services): Promise<void> {
  const { _id: moveId, heldSeatId: seatId, askedUntil } = move;
  if (await isNewSeatHeld(move, services)) {
    // The server may have stopped before it did.
    if (askedUntil) await markAsked(moveId, services);
    return;
  }
  const { collections } = services.database;
  const payments = await listPaymentsOfHolds(collections, [{ seatId, move: { moveId } }]);
  const open = payments.find(({ status }) => status === 'open');
  if (open) await settlePayment(open.paymentId, services);
  else await takeStep(collections, move, 'giveUp');
}

/** Ends the move that a held seat was for, because the seat was given up. The old seat stays where it is. */
export async function giveUpHeldMove(
  { move }: Pick<HeldSeat, 'move'>,
  services: Services,
): Promise<void> {
  if (!move) return;
  const { collections } = services.database;
  await takeStep(collections, { _id: move.moveId, kind: 'move' }, 'giveUp');
}
