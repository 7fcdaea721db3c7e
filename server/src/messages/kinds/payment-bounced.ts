import { listRefundsTo } from '../../ledger/what-is-left.ts';
import { PAYMENT_LABELS } from '@speakifyr/contract/money-words.ts';
import type { PaymentMethod } from '@speakifyr/contract/payment-methods.ts';
import { countOwedBack } from '../../database/owed-back.ts';
import { findPayment } from '../../ledger/payment-store.ts';
import { nameBounce } from '../../ledger/refund-store.ts';
import type { PaymentItem } from '../../database/payment-documents.ts';
import type { CancellationDocument } from '../../database/money-documents.ts';
import { findSeat } from '../../seats/find-seat.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { facts, type Fact, link, list, type MailContext } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import { findToldCancellation, findClassWithId, readEach } from '../parts/find.ts';
import { type PayerView, readPayment } from '../parts/payment-lines.ts';
import type { Charge } from '../parts/props.ts';
import { sayTransfer } from '../../payments/pay-reference.ts';
import {
  listCharge,
  nameClass,
  nameOwner,
  sayCharge,
  sayMoment,
  showTransfer,
  subjectOf,
} from '../parts/say.ts';
import { findRecipient, KEEP_TRYING_MONEY_DAYS } from '../recipients.ts';

/**
 * A seat that was paid for. `heldUntil` is null if it is not reserved again. `child` is null for the reader's own.
 * `stays`: other payments have paid some of it, so what bounced is owed again.
 */
type BouncedSeat = {
  className: string;
  child: string | null;
  heldUntil: Date | null;
  stays?: true;
};

/** `rest`: what comes back of other payments for these seats. `owed`: what had gone back of this one before. */
type PaymentBouncedProps = {
  method: PaymentMethod;
  charge: Charge;
  rest: Charge;
  owed: Charge;
  seats: BouncedSeat[];
  paymentId: string;
  /** How to send the money; null if the school takes no transfers. */
  transfer: ReturnType<typeof sayTransfer>;
};

/** Tells the payer that a check or a bank transfer bounced, what became of the seats, and what to do. R341 */
export const paymentBounced = defineMail<{ paymentId: string }, PaymentBouncedProps>({
  keepTryingDays: KEEP_TRYING_MONEY_DAYS,
  on: {
    async 'payment bounced'({ data: { paymentId } }, services) {
      const payment = await findPayment(services.database.collections, paymentId);
      if (!payment) return [];
      const to = await findRecipient(payment.userId, services);
      return [{ id: `bounced-${paymentId}`, about: { paymentId }, to }];
    },
  },

  /** What the payer reads. A former guardian reads what they bought, and nothing of where the child is now. */
  async read({ paymentId }, reader, services) {
    const view = await readPayment(paymentId, reader, services);
    const refund = view?.refunds.find(({ refundId }) => refundId === nameBounce({ paymentId }));
    if (!view || !refund?.bounce) return undefined;
    const { payment } = view;
    const ended: CancellationDocument[] = [];
    const stayIds = refund.bounce.stayIds ?? [];
    const seats = await readEach(payment.items, async (item) => {
      if (stayIds.some((id) => id.equals(item.seatId))) return readStaying(item, view, services);
      const canceled = await findToldCancellation(item.seatId, services);
      if (canceled?.bounced?.paymentId !== paymentId) return undefined;
      ended.push(canceled);
      return readSeat(item, canceled, view, services);
    });
    const { currency } = payment;
    const rest = sumAmounts(ended.flatMap((one) => listRefundsTo(reader.user, one)));
    return {
      props: {
        method: payment.method,
        paymentId,
        seats,
        charge: { amount: refund.amount, currency },
        rest: { amount: rest, currency },
        owed: { amount: countOwedBack(payment), currency },
        transfer: sayTransfer(reader.user),
      },
      childIds: view.childIds,
    };
  },

  write(props, context) {
    const { method, charge, rest, owed, seats, paymentId, transfer } = props;
    const what = method === 'cheque' ? 'check' : 'bank transfer';
    const isHeld = seats.some(({ heldUntil }) => heldUntil);
    const [first] = seats;
    return {
      subject: subjectOf(
        `Your ${what} ${PAYMENT_LABELS.bounced.toLowerCase()}: `,
        seats.length === 1 && first ? nameClass(first.className) : sayCharge(charge),
      ),
      parts: [
        `Your bank did not pay us ${sayCharge(charge)} of your ${what}. This can happen to anybody, for example when there is not enough in the account that day. We count this money as not received.`,
        saySeats(seats, context),
        isHeld &&
          'Please pay again by card, or bring or send the money to the school, before that time. You then get a new entry code.',
        owed.amount > 0 &&
          `Before that, we had given you ${sayCharge(owed)} of this payment back. As your bank did not pay us, please pay this money back to the school, in cash or by bank transfer.`,
        rest.amount > 0 &&
          `You also get back what else you paid for ${seats.length === 1 ? 'this seat' : 'these seats'}: ${sayCharge(rest)}.`,
        facts([
          ...listCharge(PAYMENT_LABELS.bounced, charge),
          ['Payment', paymentId] satisfies Fact,
        ]),
        (isHeld || owed.amount > 0 || seats.some(({ stays }) => stays)) && showTransfer(transfer),
        isHeld
          ? link('Pay by card', '/dashboard/myclasses')
          : seats.some(({ stays }) => stays)
            ? link('See what is owed', '/dashboard/enroll')
            : link('See other classes', '/classes'),
        'If you think that this is a mistake, or would like to talk about it, please call us or reply to this email.',
      ],
    };
  },
});

async function readStaying(
  item: PaymentItem,
  { read }: PayerView,
  services: Services,
): Promise<BouncedSeat | undefined> {
  const line = read(item);
  const child = item.childId ? item.name : null;
  if (!line.isTheirs) return undefined;
  const campClass = await findClassWithId(item.classId, services);
  return campClass ? { className: campClass.name, child, heldUntil: null, stays: true } : undefined;
}

/** @returns undefined if the reader may not know of it */
async function readSeat(
  item: PaymentItem,
  { bounced, classId, className }: CancellationDocument,
  { read, reader }: PayerView,
  services: Services,
): Promise<BouncedSeat | undefined> {
  const line = read(item);
  if (!line.isTheirs) {
    const { className: bought, studentName: child } = line.bought ?? {};
    return bought && child ? { className: bought, child, heldUntil: null } : undefined;
  }
  const campClass = await findClassWithId(classId, services);
  const seatId = bounced?.again?.seatId;
  const seat = seatId && findSeat(campClass, { seatId });
  const isHeld = seat?.state === 'held' && seat.heldUntil > services.now();
  return {
    className,
    child: item.childId ? item.name : null,
    heldUntil: isHeld && reader.rights.may('book', item.childId) ? seat.heldUntil : null,
  };
}

function saySeats(seats: BouncedSeat[], { timeZone }: MailContext) {
  const sentences = seats.map(({ className, child, heldUntil, stays }) => {
    const seat = `${nameOwner(child, 'Your')} seat in ${nameClass(className)}`;
    if (stays)
      return `${seat} stays, and this money is owed again. Please pay it by card, or bring or send it to the school.`;
    return heldUntil
      ? `${seat} is reserved again, at the same price, until ${sayMoment(heldUntil, timeZone)}. After that, others can take it.`
      : `${seat} has ended. If you would like it back, please call us.`;
  });
  return sentences.length > 1 ? list(sentences) : sentences[0];
}
