import type { ObjectId } from 'mongodb';
import { type ClassSummary, summarizeClass } from '../../class-facts.ts';
import { readChildName } from '../../people/users/participant-names.ts';
import { priceOfSeat } from '../../enrollments/seats/price-of-seat.ts';
import { facts, link } from '../content.ts';
import { findRecipient } from '../recipients.ts';
import { defineMail } from '../mail-module.ts';
import { aboutMove, findClassWithId, findMove, findSeatOf } from '../parts/find.ts';
import { listChildIds } from '../parts/props.ts';
import {
  ASK_IF_WRONG,
  listComingClass,
  nameClass,
  nameSeat,
  sayCharge,
  sayMoment,
  sayWhy,
  subjectOf,
} from '../parts/say.ts';

/** `from`: the name of the class where the seat is now. `price`: the difference, in whole currency units. */
type MoveAskedProps = {
  from: string;
  campClass: ClassSummary;
  child: string | null;
  price: number;
  until: Date;
  note: string;
  path: string;
};

/** Asks the payer to pay the difference, so that the seat moves as an admin wants. */
export const moveAsked = defineMail<{ moveId: ObjectId }, MoveAskedProps>({
  on: {
    'seat moved': aboutMove(async ({ _id: moveId, userId, state, askedUntil }, services) => {
      if (state !== 'open' || !askedUntil) return [];
      const to = await findRecipient(userId, services);
      const id = `moveasked-${moveId.toHexString()}`;
      return [{ id, about: { moveId }, to, notAfter: askedUntil }];
    }),
  },

  /** What the payer reads while the new seat is held for them. */
  async read({ moveId }, { user, rights }, services) {
    const move = await findMove(moveId, services);
    if (move?.state !== 'open' || !user._id.equals(move.userId)) return undefined;
    const { from, to, heldSeatId, note = '' } = move;
    const [old, { campClass, seat }] = await Promise.all([
      findClassWithId(from.classId, services),
      findSeatOf({ classId: to.classId, seatId: heldSeatId }, services),
    ]);
    if (!old || !campClass || seat?.state !== 'held' || seat.heldUntil <= services.now())
      return undefined;
    if (!rights.mayReadSeat({ userId: seat.userId, ...(to.childId && { childId: to.childId }) }))
      return undefined;
    const props = {
      ...{ from: old.name, campClass: summarizeClass(campClass), note, until: seat.heldUntil },
      child: await readChildName(to.childId, services),
      price: priceOfSeat(campClass, seat) / 100,
      path: `/dashboard/payment?cartId=${heldSeatId.toHexString()}`,
    };
    return { props, childIds: listChildIds([from, to]) };
  },

  write({ from, campClass, child, price, until, note, path }, { timeZone, currency }) {
    const [old, fresh] = [nameClass(from), nameClass(campClass.name)];
    const sum = sayCharge({ amount: Math.round(price * 100), currency });
    return {
      subject: subjectOf('Please pay the difference: ', fresh),
      parts: [
        `We would like to move ${nameSeat({ className: from, child })} to ${fresh}. The new class costs ${sum} more.`,
        sayWhy(note),
        `The new seat is held for you until ${sayMoment(until, timeZone)}. It moves once you have paid ${sum}. If you do not pay by then, nothing changes: the seat in ${old} stays yours.`,
        facts(listComingClass(campClass)),
        link('Look at it and pay', path),
        ASK_IF_WRONG,
      ],
    };
  },
});
