import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { findCurrentChange } from '../changes/change-store.ts';
import { bankIsWorkingError, endPaymentsOfOwed } from '../changes/end-payment.ts';
import { findSeatAnywhere } from '../changes/find-paid-seat.ts';
import { changeSeats } from '../seats/change-seats.ts';
import { listOwing, nameOwed, readOwedName } from '../seats/owing-seats.ts';
import { decideWaiver } from '../seats/waive-balance.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { findAddressOf } from '../users/find-users.ts';
import type { Services } from '../services.ts';

type Wish = ParsedInput<Contract['POST /owedSeats/:id/waive']>['body'];

/**
 * The office waives what somebody owes for a seat: all of it. The seat then costs that much less, at an agreed price.
 * What was paid stays paid, and nobody gets an email: the office tells them. R505
 * @param name of what is owed, as `nameOwed` says it
 * @param wish.amount in cents: what is owed, as the admin has read it
 * @throws {ApiError} `not_found`; `price_changed` if something else is owed by now; `payment_not_finished` while a bank
 *   works on it; `seat_changing` while the seat is moved, canceled or refunded
 */
export async function waiveOwed(
  name: string,
  { amount, note }: Wish,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const seatId = new ObjectId(readOwedName(name));
  const found = await findSeatAnywhere(seatId, services);
  const one = found && listOwing(found).find((owing) => nameOwed(owing) === name);
  if (!one) throw new ApiError('not_found', 'Nothing is owed for this seat.');
  const { campClass, isCoPay, payerId } = one;
  if (await findCurrentChange(services.database.collections, seatId))
    throw new ApiError('seat_changing');
  // Nobody pays what is about to be waived.
  if (!(await endPaymentsOfOwed(one, services))) throw bankIsWorkingError();
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'waive debt',
    target: await findAddressOf(payerId, services),
    before: { seat: seatId.toHexString(), course: campClass.name, amount },
    after: { amount: 0, note },
  });
  const decide = (fresh: ClassDocument) => decideWaiver(fresh, { seatId, isCoPay, amount });
  if (!(await changeSeats(campClass._id, decide, services, event)))
    throw new ApiError('price_changed', 'Something else is owed by now. Please reload the page.');
}
