import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { meetsOn } from '@speakifyr/contract/class-days.ts';
import { costOf, nameExtra } from '@speakifyr/contract/seat-extras.ts';
import { asChosen, toChosen } from '@speakifyr/contract/sold-by-day.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { ObjectId } from 'mongodb';
import { whatIsLeft } from '../ledger/what-is-left.ts';
import { listClasses } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { findBookableChild } from '../families/booking.ts';
import { findUserWithId } from '../users/find-users.ts';
import { readableLines } from '../prices/readable-lines.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findSeat } from '../seats/find-seat.ts';
import { findAnySeat } from './moves.ts';
import { findOwnSeat } from './parent-cancellation.ts';
import { quoteMoveTo, readMoveContext, sumOfBooker } from './quote-move.ts';

/**
 * What a move of a paid seat to each open class in which this person has no seat means for its price, extras and money,
 * as both sides read it before they confirm. R470, R444
 * @param days which days the seat gets: then only classes that sell all of them, including its own. R648
 * @param childId who gets the seat; missing if that does not change
 * @throws {ApiError} `not_found`, `guardian_may_not`
 */
export async function listMoveQuotes(
  { cartId, childId: chosen, days }: { cartId: string; childId?: string; days?: string[] },
  user: UserDocument,
  services: Services,
): Promise<Output<Contract['GET /moveQuotes/:cartId']>> {
  const isAdmin = user.role === 'admin';
  const own = isAdmin
    ? await findAnySeat(cartId, services)
    : await findOwnSeat(cartId, user, services);
  const { seat } = own;
  const payer = isAdmin ? await findUserWithId(seat.userId, services) : user;
  if (chosen && payer) await findBookableChild(chosen, payer, services);
  const childId = chosen ? new ObjectId(chosen) : seat.childId;
  const parts = await whatIsLeft(seat, services);
  const context = await readMoveContext(own, parts, services);
  const open = { status: 'open' as const, camp_end: { $gte: readToday(services) } };
  const classes = await listClasses(services.database.collections, open);
  const who = { userId: seat.userId, childId };
  const isOwn = ({ _id }: ClassDocument) => _id.equals(own.campClass._id);
  const goals = classes.flatMap((campClass) => {
    if (!days) return findSeat(campClass, who) ? [] : isOwn(campClass) ? own.campClass : campClass;
    const isSold = campClass.byDay && days.every((day) => meetsOn(campClass, day));
    const isFree = isOwn(campClass) ? !chosen : !findSeat(campClass, who);
    return isSold && isFree ? asChosen(campClass, { days: toChosen(campClass, days) }) : [];
  });
  return goals.map((campClass) => {
    const place = { campClass, childId };
    const byPolicy = quoteMoveTo(context, place, false, services);
    const whole = isAdmin && quoteMoveTo(context, place, true, services);
    const told = (amounts: number[]) =>
      isAdmin ? sumAmounts(amounts.map((amount) => ({ amount }))) : sumOfBooker(parts, amounts);
    const { stays, dropped } = byPolicy.extras;
    return {
      classId: campClass._id.toHexString(),
      pay: byPolicy.difference,
      refund: told(byPolicy.refunds),
      kept: told(byPolicy.keeps),
      falls: byPolicy.falls,
      ...(whole && { whole: { pay: whole.difference, refund: told(whole.refunds) } }),
      stays: stays.map((extra) => ({ label: nameExtra(extra), amount: costOf(extra) })),
      dropped: dropped.map(nameExtra),
      extrasKept: byPolicy.extrasKept[0],
      // Nobody else learns of financial aid.
      lines: (readableLines(byPolicy.dropped, seat.userId, user) ?? []).map(({ label }) => label),
      lost: byPolicy.lost.map(({ of: _of, ...one }) => one),
    };
  });
}
