import { nameDay } from '@speakifyr/contract/format.ts';
import { OWED_LABEL } from '@speakifyr/contract/money-words.ts';
import { findNextTryOf } from '../../payments/installments/find-next-try.ts';
import { listPaymentsOfHolds } from '../../ledger/payment-store.ts';
import { findSeat, isEnrolled } from '../../seats/find-seat.ts';
import { owedFor } from '../../seats/seat-plan.ts';
import { formatIsoDay } from '../../school-time.ts';
import { facts, link } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import { findClassWithId } from '../parts/find.ts';
import { readLost, readPayment, toPayer } from '../parts/payment-lines.ts';
import type { Charge, LostFacts } from '../parts/props.ts';
import { listChild, nameClass, nameSeat, sayCharge, subjectOf } from '../parts/say.ts';
import { KEEP_TRYING_MONEY_DAYS } from '../recipients.ts';

type CardDeclinedProps = {
  lost: LostFacts;
  charge: Charge;
  /** The day of the part, yyyy-mm-dd. */
  due: string;
  last4: string;
  /** The bank wants the payer to confirm. */
  asksPayer: boolean;
  /** When we try the same card again; null if we don't. */
  nextTry: Date | null;
};

/** Says that the saved card was declined for a part that is due, and what can be done about it. R368 */
export const cardDeclined = defineMail<{ paymentId: string }, CardDeclinedProps>({
  keepTryingDays: KEEP_TRYING_MONEY_DAYS,
  on: { 'installment declined': toPayer('declined', ['open', 'canceled']) },

  /** Until the part is paid, or the seat has ended. */
  async read({ paymentId }, reader, services) {
    const view = await readPayment(paymentId, reader, services);
    const { card } = reader.user;
    const [item] = view?.payment.items ?? [];
    const { due, decline } = view?.payment.installment ?? {};
    if (!view || !item || !due || !decline || !card) return undefined;
    const campClass = await findClassWithId(item.classId, services);
    const seat = findSeat(campClass, item);
    if (!campClass || !isEnrolled(seat) || owedFor(campClass, seat, due) === 0) return undefined;
    const lost = await readLost(item, false, view, services);
    if (!lost) return undefined;
    const payments = await listPaymentsOfHolds(services.database.collections, [item]);
    const { amount, currency } = view.payment;
    const props = {
      lost,
      charge: { amount, currency },
      due,
      last4: card.last4,
      asksPayer: decline.advice === 'the payer',
      nextTry: findNextTryOf(payments, { due, cardId: card.cardId }, services.now()) ?? null,
    };
    return { props, childIds: view.childIds };
  },

  write({ lost, charge, due, last4, asksPayer, nextTry }, { timeZone }) {
    return {
      subject: subjectOf('Your card was declined: ', nameClass(lost.className)),
      parts: [
        `${sayCharge(charge)} for ${nameSeat(lost)} was due on ${nameDay(due)}. We tried to charge your card, and your bank has declined it. Your seat stays.`,
        asksPayer
          ? 'Your bank wants to ask you first, so please pay this part yourself. It takes a minute.'
          : nextTry
            ? `We try this card again on ${nameDay(formatIsoDay(nextTry, timeZone))}. If you don’t want to wait, pay now or choose another card.`
            : 'We don’t try this card again. Please pay now, or choose another card.',
        facts([
          ...listChild(lost.child),
          [OWED_LABEL, sayCharge(charge)],
          ['Card', `ends in ${last4}`],
        ]),
        link('Go to your payments', '/dashboard/installments'),
      ],
    };
  },
});
