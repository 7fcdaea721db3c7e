import type { ObjectId } from 'mongodb';
import { findUserWithId } from '../../people/users/find-users.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import { facts, link } from '../content.ts';
import { toAdmins } from '../recipients.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { aboutCancellation, findCancellation } from '../parts/find.ts';
import type { Charge } from '../parts/props.ts';
import { listCharge, nameClass, sayCharge, subjectOf } from '../parts/say.ts';

/** A payment for a seat was returned. `refund` and `kept` are what was left of its others. */
type SeatEndedProps = {
  className: string;
  payer: string;
  refund: Charge;
  kept: Charge;
  paymentId: string;
};

/** Tells every admin that a seat is free, because a payment for it was returned, and what became of its other money. */
export const seatEnded = defineMail<{ seatId: ObjectId }, SeatEndedProps>({
  isForAdmins: true,
  on: {
    'seat canceled': aboutCancellation(({ _id: seatId, reason }, services) =>
      reason === 'payment returned'
        ? toAdmins(`seatended-${seatId.toHexString()}`, { seatId }, services)
        : [],
    ),
  },

  async read({ seatId }, _reader, services) {
    const canceled = await findCancellation(seatId, services);
    if (!canceled) return undefined;
    const { className, userId, refunds, kept, currency, paymentId } = canceled;
    const payer = await findUserWithId(userId, services);
    return aboutNoChild({
      ...{ className, payer: payer?.email ?? '', paymentId },
      refund: { amount: sumAmounts(refunds), currency },
      kept: { amount: kept, currency },
    });
  },

  write({ className, payer, refund, kept, paymentId }) {
    const name = nameClass(className);
    const back =
      refund.amount > 0
        ? `What else was paid for the seat goes back: ${sayCharge(refund)}.`
        : 'Nothing else was paid for the seat that could go back.';
    const keeps = kept.amount > 0 ? ` The school keeps ${sayCharge(kept)}.` : '';
    return {
      subject: subjectOf('A seat has ended: ', name),
      parts: [
        `One of the payments of ${payer} for a seat in ${name} was returned, in Stripe’s dashboard or by the bank. So the seat has ended, and its place is open for others. ${back}${keeps}`,
        facts([
          ['Class', name],
          ['Paid by', payer],
          ...listCharge('Goes back', refund),
          ...listCharge('Kept', kept),
          ['First payment', paymentId],
        ]),
        'The family has an email about it. You don’t have to do anything.',
        link('See the payments', '/dashboard/payments'),
      ],
    };
  },
});
