import { toCents } from '@speakifyr/contract/format.ts';
import { lowerParts } from '@speakifyr/contract/owed.ts';
import type { ClassDocument } from '../database/class-document.ts';
import { listUnpaidExtras } from './seat-extras.ts';
import { type BalancePayment, findPlanned, owedFor, planFor, withPlan } from './seat-plan.ts';

/**
 * What one household owes for a seat is waived: the price falls by that. It is an agreed one then, without lines. A
 * decision for `changeSeats`. R505
 * @param amount in cents: what it owes
 * @returns null if it owes something else by now
 */
export function decideWaiver(
  campClass: ClassDocument,
  { seatId, isCoPay, amount }: Pick<BalancePayment, 'seatId' | 'isCoPay' | 'amount'>,
): Partial<ClassDocument> | null {
  const seat = findPlanned(campClass, seatId);
  const plan = seat && planFor(seat, { isCoPay });
  if (!seat || !plan || owedFor(campClass, { plan }) !== amount) return null;
  const lowered = withPlan(seat, plan, { ...plan, parts: lowerParts(plan.parts, amount) });
  const { lines: _lines, ...agreed } = lowered;
  const price = (toCents(seat.price) - amount) / 100;
  const unpaid = plan === seat.plan ? listUnpaidExtras(seat) : [];
  // They cost nothing now. Otherwise, a refund would keep their price of what was paid for the class. R443
  const extras = seat.extras?.map((one) => (unpaid.includes(one) ? { ...one, price: 0 } : one));
  const waived = { ...agreed, price, ...(extras && { extras }) };
  return { seats: campClass.seats.map((one) => (one === seat ? waived : one)) };
}
