import { UNPAID_EXTRAS_DAYS } from '@speakifyr/contract/limits.ts';
import { nameExtra } from '@speakifyr/contract/seat-extras.ts';
import type { ClassDocument } from '../database/class-document.ts';
import { findCurrentChange } from '../changes/change-store.ts';
import { endPaymentsOfOwed } from '../changes/end-payment.ts';
import { changeSeats } from '../seats/change-seats.ts';
import { decideEndedExtras, listUnpaidExtras } from '../seats/seat-extras.ts';
import { auditEvent, SYSTEM } from '../events/audit-event.ts';
import { logFailure } from '../log.ts';
import { findUserWithId } from '../users/find-users.ts';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { listOwingSeats, type OwingSeat } from '../seats/owing-seats.ts';

/**
 * Takes extras out of enrolled seats if they were added more than UNPAID_EXTRAS_DAYS ago and nothing was paid for them:
 * others may want the last ones. The seat stays. While a bank works on a payment of the seat, or it is being changed,
 * nothing happens; the next run looks again. A job; several servers may run it at once. R500
 * @param signal stops it between two seats
 */
export async function endUnpaidExtras(services: Services, signal?: AbortSignal): Promise<void> {
  const lastDay = addDays(readToday(services), -UNPAID_EXTRAS_DAYS - 1);
  for (const one of await listOwingSeats(services, lastDay)) {
    if (signal?.aborted) return;
    if (one.isCoPay || listUnpaidExtras(one.seat, lastDay).length === 0) continue;
    const { seatId } = one.seat;
    await logFailure(endExtras(one, lastDay, services), 'unpaid extras stay for now', services, {
      seatId,
    });
  }
}

async function endExtras(
  { campClass, seat }: OwingSeat,
  lastDay: string,
  services: Services,
): Promise<void> {
  if (await findCurrentChange(services.database.collections, seat.seatId)) return;
  if (!(await endPaymentsOfOwed({ seat }, services))) return;
  const payer = await findUserWithId(seat.userId, services);
  const ended = listUnpaidExtras(seat, lastDay);
  const about = { course: campClass.name, child: seat.childId?.toHexString() ?? null };
  const before = (seat.extras ?? []).map(nameExtra);
  const after = (seat.extras ?? []).filter((one) => !ended.includes(one)).map(nameExtra);
  const event = auditEvent({
    at: services.now(),
    by: SYSTEM,
    type: 'choose extras',
    target: payer?.email ?? '',
    before: { ...about, chosen: before },
    after: { ...about, chosen: after },
  });
  const decide = (now: ClassDocument) => decideEndedExtras(now, seat.seatId, lastDay);
  await changeSeats(campClass._id, decide, services, event);
}
