import type { HeldSeat } from '../database/collections.ts';
import { isNewSeatHeld } from '../enrollments/seats/seat-moves.ts';
import type { Services } from '../services.ts';
import { markAsked } from './asked-moves.ts';
import { GO_ON_AFTER_MS, resumeTransfer } from './complete-transfer.ts';
import { findPayment, listPaymentsOfSeats } from './payments.repo.ts';
import { settlePayment } from './settle-payment.ts';
import {
  endTransfer,
  listDueTransfers,
  postponeTransfer,
  type Transfer,
} from './transfers.repo.ts';

/**
 * Goes on with transfers that were cut off, and ends those whose new seat was given up. Part of the sweep; several
 * servers may run it at once.
 * @param signal stops it between two transfers
 */
export async function finishTransfers(services: Services, signal?: AbortSignal): Promise<void> {
  const { collections } = services.database;
  for (const transfer of await listDueTransfers(collections, services.now())) {
    if (signal?.aborted) return;
    const { transferId } = transfer;
    const later = new Date(services.now().getTime() + GO_ON_AFTER_MS);
    await postponeTransfer(collections, transferId, later);
    try {
      await (transfer.state === 'held' ? lookAtHold(transfer, services) : goOn(transfer, services));
    } catch (error) {
      services.log.error({ err: error, transferId }, 'a seat is not moved yet');
    }
  }
}

async function goOn(transfer: Transfer, services: Services): Promise<void> {
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
  else await endTransfer(collections, transfer.transferId, 'held');
}

/** Ends the transfer that a held seat was for, because the seat was given up. The old seat stays where it is. */
export async function giveUpTransfer(
  { transfer }: Pick<HeldSeat, 'transfer'>,
  { database }: Services,
): Promise<void> {
  if (transfer) await endTransfer(database.collections, transfer.transferId, 'held');
}
