import type { RefundReason } from '@speakifyr/contract/money-states.ts';
import { sayRefund } from '@speakifyr/contract/money-words.ts';
import { type PaymentMethod, sayPaid } from '@speakifyr/contract/payment-methods.ts';
import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import type { ObjectId } from 'mongodb';
import { findPayment } from '../../ledger/payment-store.ts';
import { findRefund, type Refund } from '../../ledger/refund-store.ts';
import type { PaymentDocument } from '../../database/payment-documents.ts';
import { findUserWithId } from '../../users/find-users.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { type Fact, facts, link, list, type MailContext, type Template } from '../content.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import {
  aboutCancellation,
  aboutPayment,
  aboutRefund,
  findToldCancellation,
  listClassNames,
} from '../parts/find.ts';
import type { Charge } from '../parts/props.ts';
import {
  listCharge,
  listClassesByName,
  nameClass,
  sayCharge,
  sayMoment,
  subjectOf,
} from '../parts/say.ts';
import { toAdmins } from '../recipients.ts';

/** What admins hear about money that went wrong. */

/** `failure` is what Stripe says; empty if it says nothing. */
type RefundFailedProps = {
  classNames: string[];
  payer: string;
  charge: Charge;
  paymentId: string;
  method: PaymentMethod;
  failure: string;
  reason: RefundReason;
};

/** Tells every admin of one failed attempt of a refund. R182, R188 */
export const refundFailed = defineMail<{ refundId: string; attempt: number }, RefundFailedProps>({
  isForAdmins: true,
  on: {
    'refund changed': aboutRefund(({ refundId, attempt, state, needsAdmin }, services) => {
      if (state !== 'failed' || !needsAdmin) return [];
      const id = `refundfailed-${refundId.replaceAll(':', '-')}-${attempt}`;
      return toAdmins(id, { refundId, attempt }, services);
    }),
  },

  /** What an admin reads about a refund, while it has failed and nobody has settled it. */
  async read({ refundId, attempt }, _reader, services) {
    const refund = await findRefund(services.database.collections, refundId);
    const payment = refund && (await findPayment(services.database.collections, refund.paymentId));
    if (!payment || refund.state !== 'failed' || !refund.needsAdmin || refund.attempt !== attempt)
      return undefined;
    const { seatId, failure = '', paymentId, amount, currency, reason } = refund;
    const items = payment.items.filter((item) => !seatId || item.seatId.equals(seatId));
    return aboutNoChild({
      classNames: await listClassNames(items, services),
      payer: payment.email,
      charge: { amount, currency },
      paymentId,
      failure,
      reason,
      method: payment.method,
    });
  },

  write({ classNames, payer, charge, paymentId, method, failure, reason }) {
    const isCard = method === 'card';
    const answer = isCard ? cut(cleanLine(failure), 200) : '';
    const how = sayPaid(method).toLowerCase();
    return {
      subject: subjectOf(
        isCard ? 'A refund failed: ' : 'To be given back by hand: ',
        sayCharge(charge),
      ),
      parts: [
        isCard
          ? `A refund of ${sayCharge(charge)} to ${payer} has failed. The parent is told that somebody at the school is looking into it.`
          : `${sayCharge(charge)} goes back to ${payer}, who ${how}. The parent is told that somebody at the school takes care of it by hand.`,
        facts([
          [
            'Refund',
            `${sayCharge(charge)}, ${sayRefund({ state: 'failed', reason, isByHand: !isCard })}`,
          ],
          ['To', payer],
          ...listClassesByName(classNames),
          ['Payment', paymentId],
          answer !== '' && ['Stripe says', answer],
        ]),
        isCard
          ? 'You can try it again. If the card no longer exists, pay the money back in another way and note how.'
          : 'Give it back the same way, then note it there.',
        link('Open the refunds', '/dashboard/refunds'),
      ],
    };
  },
});

type PaymentDisputedCause = {
  paymentId: string;
  stripeId: string;
  isInquiry?: true;
  lossId?: string;
};

/**
 * `inquiry`: the bank only asks, and has taken no money. `won back`: the bank has given the money back after an appeal,
 * but the seats are gone. `terms` is the refund policy at the purchase.
 */
type PaymentDisputedProps = {
  stage: 'inquiry' | 'dispute' | 'won back';
  classNames: string[];
  payer: string;
  charge: Charge;
  paymentId: string;
  paidAt: Date;
  dueBy: Date | null;
  terms: RefundTerms;
};

/** Tells every admin that a payer's bank questions a payment and what to answer with, or that it gave back. R188 */
export const paymentDisputed = defineMail<PaymentDisputedCause, PaymentDisputedProps>({
  isForAdmins: true,
  on: {
    'payment disputed': aboutPayment(({ paymentId, dispute }, services) => {
      if (dispute?.state !== 'open') return [];
      const { stripeId, isRefundable: isInquiry } = dispute;
      const about = { paymentId, stripeId, ...(isInquiry && { isInquiry }) };
      return toAdmins(`${isInquiry ? 'inquiry' : 'dispute'}-${stripeId}`, about, services);
    }),
    /** The money is back after an appeal, although the seat is gone. */
    'refund changed': aboutRefund((refund, services) => {
      const { refundId: lossId, paymentId, stripeId = '', state, needsAdmin } = refund;
      if (state !== 'reversed' || !needsAdmin) return [];
      const id = `wonback-${lossId.replaceAll(':', '-')}`;
      return toAdmins(id, { paymentId, stripeId, lossId }, services);
    }),
  },

  /** What an admin reads about an inquiry or an undecided dispute, or about money that an appeal brought back. */
  async read({ paymentId, stripeId, isInquiry, lossId }, _reader, services) {
    const payment = await findPayment(services.database.collections, paymentId);
    const loss = lossId ? await findRefund(services.database.collections, lossId) : undefined;
    const dispute = payment?.dispute;
    if (!payment || dispute?.stripeId !== stripeId) return undefined;
    const stage = nameStage(dispute, loss);
    if (!stage || stage !== (lossId ? 'won back' : isInquiry ? 'inquiry' : 'dispute'))
      return undefined;
    return aboutNoChild({
      stage,
      classNames: await listClassNames(payment.items, services),
      payer: payment.email,
      charge: { amount: (loss ?? dispute).amount, currency: payment.currency },
      paymentId,
      paidAt: payment.settledAt ?? payment.createdAt,
      dueBy: dispute.dueBy ?? null,
      terms: payment.terms,
    });
  },

  write(props, context) {
    const { classNames, payer, charge, paymentId, paidAt, stage } = props;
    const paid: Fact[] = [
      ['Amount', sayCharge(charge)],
      ['Paid by', payer],
      ['Paid', sayMoment(paidAt, context.timeZone)],
      ...listClassesByName(classNames),
      ['Payment', paymentId],
    ];
    return stage === 'won back' ? sayWonBack(props, paid) : sayQuestion(props, paid, context);
  },
});

function nameStage(
  { state, isRefundable }: NonNullable<PaymentDocument['dispute']>,
  loss: Refund | null | undefined,
): PaymentDisputedProps['stage'] | undefined {
  if (loss) return loss.state === 'reversed' && loss.needsAdmin ? 'won back' : undefined;
  if (state !== 'open') return undefined;
  return isRefundable ? 'inquiry' : 'dispute';
}

// Rules: R175.
function sayWonBack({ payer, charge }: PaymentDisputedProps, paid: Fact[]): Template {
  return {
    subject: subjectOf('Won back on appeal: ', sayCharge(charge)),
    parts: [
      `The school has won its appeal against the bank of ${payer}: ${sayCharge(charge)} is back. The seat ended when the dispute was lost, and stays so.`,
      facts(paid),
      'Please agree with the family what happens to the money: they book a seat again, or you give it back.',
      link('Open the refunds', '/dashboard/refunds'),
    ],
  };
}

function sayQuestion(
  { payer, charge, dueBy, terms, stage }: PaymentDisputedProps,
  paid: Fact[],
  { timeZone }: MailContext,
): Template {
  const deadline = dueBy ? sayMoment(dueBy, timeZone) : 'See Stripe’s dashboard';
  const isInquiry = stage === 'inquiry';
  return {
    subject: subjectOf(
      isInquiry ? 'A bank asks about a payment: ' : 'A payment is disputed: ',
      sayCharge(charge),
    ),
    parts: [
      isInquiry
        ? `The bank of ${payer} asks about a payment of ${sayCharge(charge)}. It has taken no money yet. Please answer in Stripe’s dashboard in time, or the bank may take the money.`
        : `The bank of ${payer} disputes a payment: it wants ${sayCharge(charge)} back from the school. Please answer in Stripe’s dashboard in time, or the money is lost.`,
      facts([['Answer by', deadline], ...paid]),
      'When the parent paid, our refund policy was as follows. Stripe accepts it as evidence:',
      list(sayTerms(terms, charge)),
      isInquiry
        ? 'If the parent is right, give all of the payment back now: that ends the question, and costs no fee.'
        : 'Until the dispute is decided, nothing of this payment can be refunded, and its seats can’t be canceled with a refund or moved.',
      link('See the payment', '/dashboard/payments'),
    ],
  };
}

/** Such as `Until 14 days before the first day: 100 percent refunded, less $10 USD.` */
function sayTerms({ steps }: RefundTerms, { currency }: Charge): string[] {
  const periods = steps.map(({ daysBefore, percent, fee }) => {
    const less = fee > 0 ? `, less ${sayCharge({ amount: fee, currency })}` : '';
    return `${sayUntil(daysBefore)}: ${percent} percent refunded${less}.`;
  });
  return [...periods, periods.length > 0 ? 'After that: no refund.' : 'No refund.'];
}

function sayUntil(days: number): string {
  if (days === 0) return 'Until the first day';
  return `Until ${days} ${days === 1 ? 'day' : 'days'} before the first day`;
}

/**
 * A payment for a seat was returned, or what was owed for it was not paid. `refund` and `kept` are what was left of its
 * other payments.
 */
type SeatEndedProps = {
  why: 'payment returned' | 'not paid';
  className: string;
  payer: string;
  refund: Charge;
  kept: Charge;
  paymentId: string;
};

/** Tells every admin that a seat ended by itself, and what became of its money. R182 */
export const seatEnded = defineMail<{ seatId: ObjectId }, SeatEndedProps>({
  isForAdmins: true,
  on: {
    'seat canceled': aboutCancellation(({ _id: seatId, reason }, services) =>
      reason === 'payment returned' || reason === 'not paid'
        ? toAdmins(`seatended-${seatId.toHexString()}`, { seatId }, services)
        : [],
    ),
  },

  async read({ seatId }, _reader, services) {
    const canceled = await findToldCancellation(seatId, services);
    if (!canceled) return undefined;
    const { className, userId, refunds, kept, currency, paymentId, reason } = canceled;
    const payer = await findUserWithId(userId, services);
    return aboutNoChild({
      className,
      payer: payer?.email ?? '',
      paymentId,
      why: reason === 'not paid' ? reason : ('payment returned' as const),
      refund: { amount: sumAmounts(refunds), currency },
      kept: { amount: kept, currency },
    });
  },

  write({ why, className, payer, refund, kept, paymentId }) {
    const name = nameClass(className);
    const isUnpaid = why === 'not paid';
    const other = isUnpaid ? '' : 'else ';
    const back =
      refund.amount > 0
        ? `What ${other}was paid for the seat is refunded: ${sayCharge(refund)}.`
        : `There is nothing ${other}to refund.`;
    const keeps = kept.amount > 0 ? ` The school keeps ${sayCharge(kept)}.` : '';
    return {
      subject: subjectOf('A seat has ended: ', name),
      parts: [
        isUnpaid
          ? `${payer} has not paid in time what is owed for a seat in ${name}. So the seat has ended, as the last reminder said, and its place is open for others. ${back}${keeps}`
          : `One of the payments of ${payer} for a seat in ${name} was returned, in Stripe’s dashboard or by the bank. So the seat has ended, and its place is open for others. ${back}${keeps}`,
        facts([
          ['Class', name],
          ['Paid by', payer],
          ...listCharge('Refund', refund),
          ...listCharge('Kept', kept),
          ['First payment', paymentId],
        ]),
        'The family has an email about it. You don’t have to do anything.',
        link('See the payments', '/dashboard/payments'),
      ],
    };
  },
});
