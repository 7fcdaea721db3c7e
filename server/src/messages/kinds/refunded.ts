import type { RefundReason, RefundState } from '@speakifyr/contract/money-states.ts';
import { PAYMENT_LABELS, REFUND_STATE_TEXTS } from '@speakifyr/contract/money-words.ts';
import type { ObjectId } from 'mongodb';
import { findClosedPayment, listLinesOf } from '../../ledger/payment-store.ts';
import type { PaymentItem } from '../../database/payment-documents.ts';
import type { Services } from '../../services.ts';
import type { Taxed } from '@speakifyr/contract/tax.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { type Fact, facts, link, list, type Piece } from '../content.ts';
import { findRecipient, KEEP_TRYING_MONEY_DAYS } from '../recipients.ts';
import { defineMail } from '../mail-module.ts';
import { aboutRefund, readEach } from '../parts/find.ts';
import {
  findRefused,
  type PayerView,
  readLost,
  readPayment,
  toPayer,
} from '../parts/payment-lines.ts';
import { listTaxes, readTaxes } from '../parts/taxes.ts';
import type { Charge, LostFacts } from '../parts/props.ts';
import {
  ASK_IF_WRONG,
  nameChild,
  nameClass,
  nameSeat,
  sayCharge,
  explainRefund,
  sayRemoval,
  subjectOf,
} from '../parts/say.ts';

type RefundedCause = {
  paymentId: string;
  refundId?: string;
  seatId?: ObjectId;
};

/**
 * `charge` is what goes back, and `state` its progress. `isWhole`: the payment buys nothing anymore. Otherwise, `lost`
 * has the class that it was for; it is empty if the reader keeps all seats. `isCredit`: the money came for no seat, and stays
 * as credit.
 */
type RefundedProps = {
  lost: LostFacts[];
  isWhole: boolean;
  isCredit?: true;
  charge: Charge;
  paymentId: string;
  reason: RefundReason;
  state: RefundState;
  /** As the credit notes have it. */
  taxes?: Taxed[] | undefined;
};

const SUBJECTS: Record<RefundState, string> = {
  decided: 'Your refund is on its way: ',
  sent: 'Your refund is on its way: ',
  pending: 'Your refund is on its way: ',
  succeeded: `${REFUND_STATE_TEXTS.succeeded}: `,
  failed: 'About your refund: ',
  reversed: 'About your refund: ',
  'paid otherwise': `${REFUND_STATE_TEXTS['paid otherwise']}: `,
};

/** Says why money goes back, which seats are gone, and when it arrives. R94 */
export const refunded = defineMail<RefundedCause, RefundedProps>({
  keepTryingDays: KEEP_TRYING_MONEY_DAYS,
  on: {
    'payment ended': toPayer('refunded', ['refunded']),
    'refund changed': aboutRefund(async ({ refundId, paymentId, ...refund }, services) => {
      const { reason } = refund;
      // The email about the payment covers a seat that could not be given. A canceled or moved one has its own email.
      if (reason !== 'by the school' && reason !== 'by admin') return [];
      // An admin's refund costs nobody a seat.
      const seatId = reason === 'by admin' ? null : refund.seatId;
      const payment = await findClosedPayment(services.database.collections, paymentId);
      const to = payment ? await findRecipient(payment.userId, services) : undefined;
      const seat = seatId ? `-${seatId.toHexString()}` : '';
      // Our own ids have a colon, which the id of an email can't have.
      const id = `refunded-${refundId.replaceAll(':', '-')}${seat}`;
      return [{ id, about: { paymentId, refundId, ...(seatId && { seatId }) }, to }];
    }),
  },

  /** What a person reads about their refund. */
  async read({ paymentId, refundId, seatId }, reader, services) {
    const view = await readPayment(paymentId, reader, services);
    if (!view || view.payment.status === 'open') return undefined;
    const props =
      refundId === undefined
        ? await readWholeRefund(view, services)
        : await readPartialRefund({ refundId, seatId }, view, services);
    return props && { props, childIds: view.childIds };
  },

  write(props) {
    const { lost, charge, paymentId, state, reason } = props;
    if (props.isCredit) return writeCredit(props);
    const [first] = lost;
    const isLost = reason === 'dispute';
    const entries = lost.filter(({ entry }) => entry).length;
    return {
      subject: subjectOf(
        isLost ? 'About your refund: ' : SUBJECTS[state],
        lost.length === 1 && first ? nameClass(first.className) : sayCharge(charge),
      ),
      parts: [
        explain(props),
        facts([
          ...lost.map(({ className, child }): Fact => [
            'Class',
            `${nameClass(className)} (${child === null ? 'you' : nameChild(child)})`,
          ]),
          ['Refund', sayCharge(charge)],
          ...listTaxes(props.taxes, charge.amount),
          ['Payment', paymentId],
        ]),
        (!isLost || state === 'reversed') && explainRefund(state),
        entries > 0 && sayRemoval(entries, entries),
        link('See other classes', '/classes'),
        ASK_IF_WRONG,
      ],
    };
  },

  calendar: ({ lost }) => ({ CANCEL: lost.flatMap(({ entry }) => entry ?? []) }),
});

/** Nothing goes back: it pays for a class, or is returned when the family asks. R578 */
function writeCredit({ charge, paymentId }: RefundedProps) {
  return {
    subject: `We have your money: ${sayCharge(charge)}`,
    parts: [
      `Thank you! We have received ${sayCharge(charge)} from you. It is for no seat yet, so it is ${PAYMENT_LABELS.credit.toLowerCase()}: when you pay for a class, your credit pays first if you choose it. You can have it back at any time.`,
      facts([
        [PAYMENT_LABELS.credit, sayCharge(charge)],
        ['Payment', paymentId],
      ]),
      link('See classes', '/classes'),
      ASK_IF_WRONG,
    ],
  };
}

function explain({ lost, isWhole, reason, charge }: RefundedProps): Piece {
  const [first] = lost;
  const one = lost.length === 1 && first ? nameSeat(first) : undefined;
  if (reason === 'no seat') return explainNoSeat(lost);
  if (reason === 'not owed')
    return `Your payment was for ${one ?? 'seats'}, and less was owed by the time it came. So you get all of it back. Your seats stay.`;
  if (reason === 'by admin')
    return `The school gives you back ${sayCharge(charge)} of what you paid. Nothing else changes.`;
  if (reason === 'dispute') {
    if (lost.length === 0)
      return `Your bank has taken back ${isWhole ? 'this payment' : 'a part of what you paid'}. Your seats stay.`;
    return one
      ? `Your bank has taken back your payment for ${one}, so this seat is no longer yours.`
      : 'Your bank has taken back your payment, so the seats below are no longer yours.';
  }
  const kept = isWhole ? '' : ' Everything else that you paid for stays as it is.';
  if (lost.length === 0)
    return isWhole
      ? 'The school has refunded this payment. Your seats stay.'
      : `The school has refunded a part of your payment.${kept}`;
  if (!one)
    return `The school has refunded ${isWhole ? 'your payment' : 'a part of your payment'}, so the seats below are no longer yours.${kept}`;
  return isWhole
    ? `The school has refunded your payment for ${one}, so this seat is no longer yours.`
    : `The school has refunded a part of your payment: it was for ${one}, which is no longer yours.${kept}`;
}

/** The ledger doesn't say which of the three it was. */
function explainNoSeat(lost: LostFacts[]): Piece {
  const [first] = lost;
  const what =
    lost.length === 1 && first
      ? `${first.child === null ? 'you' : nameChild(first.child)} a seat in ${nameClass(first.className)} for this payment`
      : 'you any of the seats that this payment was for';
  return [
    `We are sorry: we could not give ${what}, so you get all of it back. This happens when:`,
    list([
      'the payment came after the time to pay was up, and the class was full,',
      'the class was canceled while you were paying, or',
      'the same seat was paid for twice. In that case, the seat that was paid for first stays.',
    ]),
  ];
}

async function readWholeRefund(
  view: PayerView,
  services: Services,
): Promise<RefundedProps | undefined> {
  const { payment, refunds } = view;
  if (payment.status !== 'refunded') return undefined;
  const { paymentId, refundReason: reason = 'by the school' } = payment;
  const hadSeat = reason !== 'no seat' && reason !== 'not owed';
  const { collections } = services.database;
  const lines = await listLinesOf(
    collections,
    payment.items.map(({ seatId }) => seatId),
  );
  const isBoughtOtherwise = ({ seatId, isGiven }: PaymentItem) =>
    !isGiven && (lines.get(seatId.toHexString()) ?? []).length > 0;
  // The receipt has told of the seats that could not be given. A seat that was paid for twice stays.
  const items = payment.items.filter(
    (item) => !hadSeat || !(item.isRest ?? (findRefused(item, refunds) || isBoughtOtherwise(item))),
  );
  const isTold = (told: RefundReason) =>
    told === reason || (reason === 'no seat' && told === 'not owed');
  const isCredit = payment.items.every(({ isForCredit }) => isForCredit);
  const told = refunds.filter(({ reason: why, credit }) => isTold(why) && (isCredit || !credit));
  const amount = sumAmounts(told) || payment.amount;
  return {
    lost: await readEach(items, (item) => readLost(item, hadSeat, view, services)),
    isWhole: true,
    ...(isCredit && { isCredit }),
    charge: { amount, currency: payment.currency },
    paymentId,
    reason,
    taxes: isCredit ? undefined : await readTaxes(told, services),
    state: told.find(({ state }) => state === 'failed')?.state ?? told[0]?.state ?? 'succeeded',
  };
}

/** The school has returned a part. It may have been for a seat, which is gone then. */
async function readPartialRefund(
  { refundId, seatId }: { refundId: string; seatId: ObjectId | undefined },
  view: PayerView,
  services: Services,
): Promise<RefundedProps | undefined> {
  const { payment, refunds } = view;
  const refund = refunds.find((one) => one.refundId === refundId);
  if (!refund) return undefined;
  const isByAdmin = refund.reason === 'by admin';
  // A fully returned payment has its own email, and so has a seat that was named since.
  const isElsewhere = payment.status === 'refunded' || Boolean(refund.seatId) !== Boolean(seatId);
  if (!isByAdmin && isElsewhere) return undefined;
  // A payment of the balance costs no seat: it is only owed again.
  const items = payment.items.filter((item) => seatId?.equals(item.seatId) && !item.isRest);
  return {
    lost: isByAdmin ? [] : await readEach(items, (item) => readLost(item, true, view, services)),
    isWhole: false,
    charge: { amount: refund.amount, currency: payment.currency },
    paymentId: payment.paymentId,
    reason: isByAdmin ? refund.reason : 'by the school',
    taxes: await readTaxes([refund], services),
    state: refund.state,
  };
}
