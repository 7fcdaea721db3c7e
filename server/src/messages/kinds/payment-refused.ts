import type { Payment } from '../../ledger/payment-store.ts';
import { findHeldSeat } from '../../seats/find-seat.ts';
import type { Services } from '../../services.ts';
import { facts, link } from '../content.ts';
import { KEEP_TRYING_MONEY_DAYS } from '../recipients.ts';
import { defineMail } from '../mail-module.ts';
import { findClassWithId, readEach } from '../parts/find.ts';
import { readLost, readPayment, toPayer } from '../parts/payment-lines.ts';
import type { Charge, LostFacts } from '../parts/props.ts';
import {
  listChild,
  nameClass,
  nameSeat,
  sayAll,
  sayCharge,
  sayMoment,
  subjectOf,
} from '../parts/say.ts';

/** `lost` are the seats that the payment was for. `heldUntil`: until when all of them are held; null if not. */
type PaymentRefusedProps = {
  lost: LostFacts[];
  charge: Charge;
  paymentId: string;
  heldUntil: Date | null;
};

/** Says that a bank, after processing a payment for a while, did not pay, and what to do about it. R244 */
export const paymentRefused = defineMail<{ paymentId: string }, PaymentRefusedProps>({
  keepTryingDays: KEEP_TRYING_MONEY_DAYS,
  on: { 'payment ended': toPayer('refused', ['open', 'canceled']) },

  /** What a person whose bank did not pay reads, until they have paid in another way. */
  async read({ paymentId }, reader, services) {
    const view = await readPayment(paymentId, reader, services);
    if (!view) return undefined;
    const { payment, childIds } = view;
    if (payment.isProcessing || !['open', 'canceled'].includes(payment.status)) return undefined;
    const lost = await readEach(payment.items, (item) => readLost(item, false, view, services));
    if (lost.length === 0) return undefined;
    const heldUntil = await findHeldUntil(payment, services);
    const charge = { amount: payment.amount, currency: payment.currency };
    return { props: { lost, charge, paymentId, heldUntil }, childIds };
  },

  write({ lost, charge, paymentId, heldUntil }, { timeZone }) {
    const [first] = lost;
    const isOne = lost.length === 1 && first;
    const seats = isOne ? 'The seat is' : 'The seats are';
    return {
      subject: subjectOf(
        'Your bank did not pay: ',
        isOne ? nameClass(first.className) : sayCharge(charge),
      ),
      parts: [
        `Your bank has refused the payment for ${sayAll(lost.map(nameSeat))}. You have not been charged.`,
        heldUntil
          ? `${seats} held for you until ${sayMoment(heldUntil, timeZone)}. Until then, you can pay in another way.`
          : `${seats} not held for you anymore. While there are free seats, you can join again and pay in another way.`,
        facts([
          ...(isOne ? listChild(first.child) : []),
          ['Amount', sayCharge(charge)],
          ['Payment', paymentId],
        ]),
        heldUntil
          ? link('Go to your cart', '/dashboard/myclasses')
          : link('See the classes', '/classes'),
      ],
    };
  },
});

/** Until when all seats of a payment are held; null if one of them is not. */
async function findHeldUntil({ items }: Payment, services: Services): Promise<Date | null> {
  const ends = await readEach(items, async (item) => {
    const campClass = await findClassWithId(item.classId, services);
    return findHeldSeat(campClass, item)?.heldUntil.getTime() ?? 0;
  });
  const first = Math.min(...ends);
  return first > services.now().getTime() ? new Date(first) : null;
}
