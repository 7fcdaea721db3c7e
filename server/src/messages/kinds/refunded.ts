import type { RefundReason, RefundState } from '@speakifyr/contract/limits.ts';
import type { MailContent, MailPart } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import { findClosedPayment } from '../../billing/ledger/closed-payments.ts';
import type { PaymentDocument } from '../../database/collections.ts';
import type { RefundDocument } from '../../database/money-documents.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import { aboutPayment, aboutRefund } from '../due-mails/as-it-is.ts';
import {
  essentialTo,
  findRecipient,
  KEEP_TRYING_MONEY_DAYS,
  tellPayer,
} from '../due-mails/recipients.ts';
import {
  defineMail,
  type MailContext,
  listEntries,
  type Read,
  type Reader,
} from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import {
  type Context,
  findRefused,
  listOwn,
  readContext,
  readLost,
} from '../parts/payment-lines.ts';
import { type Charge, describeCharge, type LostFacts } from '../parts/props.ts';
import {
  ASK_IF_WRONG,
  greet,
  nameChild,
  nameClass,
  nameSeat,
  sayCharge,
  sayRefund,
  sayRemoval,
  subjectOf,
} from '../parts/say.ts';

export type RefundedCause = {
  kind: 'refunded';
  paymentId: string;
  refundId?: string;
  seatId?: ObjectId;
};

/**
 * `charge` is what goes back, and `state` how far it is. `isWhole`: the payment buys nothing anymore. Otherwise,
 * `lost` has the class that it was for; it is empty if the reader keeps all seats.
 */
type RefundedProps = {
  lost: LostFacts[];
  isWhole: boolean;
  charge: Charge;
  paymentId: string;
  reason: RefundReason;
  state: RefundState;
};

export const refunded = defineMail<RefundedCause, RefundedProps>({
  kind: 'refunded',
  on: {
    'payment ended': aboutPayment(describeWholeRefund),
    'refund changed': aboutRefund(describeRefundMail),
  },
  read,
  write,
  calendar: ({ lost }) =>
    listEntries(
      'CANCEL',
      lost.flatMap(({ entry }) => entry ?? []),
    ),
});

async function describeWholeRefund(
  { _id: paymentId, email, status }: PaymentDocument,
  services: Services,
): Promise<NewMail<RefundedCause>[]> {
  if (status !== 'refunded') return [];
  const cause = { kind: 'refunded' as const, paymentId };
  return tellPayer(email, `refunded-${paymentId}`, cause, services);
}

type Refunded = RefundedProps;

/** Says why money goes back, which seats are gone, and when it arrives. */
function write(props: Refunded, { to }: MailContext): MailContent {
  const { lost, charge, paymentId, state, reason } = props;
  const [first] = lost;
  const isLost = reason === 'dispute';
  const before =
    isLost || state === 'failed' ? 'About your refund: ' : 'Your refund is on its way: ';
  const entries = lost.filter(({ entry }) => entry).length;
  return {
    subject: subjectOf(
      before,
      lost.length === 1 && first ? nameClass(first.className) : sayCharge(charge),
    ),
    greeting: greet(to),
    parts: [
      ...explain(props),
      {
        kind: 'facts',
        facts: [
          ...lost.map(({ className, child }) => ({
            label: 'Class',
            value: `${nameClass(className)} (${child === null ? 'you' : nameChild(child)})`,
          })),
          { label: 'Refund', value: sayCharge(charge) },
          { label: 'Payment', value: paymentId },
        ],
      },
      ...(isLost ? [] : say(sayRefund(state))),
      ...(entries > 0 ? say(sayRemoval(entries, entries)) : []),
      { kind: 'link', label: 'See other classes', path: '/classes' },
      ASK_IF_WRONG,
    ],
  };
}

function explain({ lost, isWhole, reason, charge }: Refunded): MailPart[] {
  const [first] = lost;
  const one = lost.length === 1 && first ? nameSeat(first) : undefined;
  if (reason === 'no seat') return explainNoSeat(lost);
  if (reason === 'by admin')
    return say(
      `The school gives you back ${sayCharge(charge)} of what you paid. Nothing else changes.`,
    );
  const kept = isWhole ? '' : ' Everything else that you paid for stays as it is.';
  if (reason === 'dispute' && lost.length === 0)
    return say('Your bank has taken back a part of what you paid. Your seats stay.');
  if (reason === 'dispute')
    return say(
      one
        ? `Your bank has taken back your payment for ${one}, so this seat is no longer yours.`
        : 'Your bank has taken back your payment, so the seats below are no longer yours.',
    );
  if (lost.length === 0)
    return say(`The school has returned a part of your payment.${kept || ' Your seats stay.'}`);
  if (!one)
    return say(
      `The school has refunded ${isWhole ? 'your payment' : 'a part of your payment'}, so the seats below are no longer yours.${kept}`,
    );
  return say(
    isWhole
      ? `The school has refunded your payment for ${one}, so this seat is no longer yours.`
      : `The school has returned a part of your payment: it was for ${one}, which is no longer yours.${kept}`,
  );
}

function say(text: string): MailPart[] {
  return [{ kind: 'text', text }];
}

/** The ledger doesn't say which of the three it was. */
function explainNoSeat(lost: Refunded['lost']): MailPart[] {
  const [first] = lost;
  const what =
    lost.length === 1 && first
      ? `${first.child === null ? 'you' : nameChild(first.child)} a seat in ${nameClass(first.className)} for this payment`
      : 'you any of the seats that this payment was for';
  return [
    {
      kind: 'text',
      text: `We are sorry: we could not give ${what}, so you get all of it back. This happens when:`,
    },
    {
      kind: 'list',
      items: [
        'the payment came after the time to pay was up, and the class was full,',
        'the class was canceled while you were paying, or',
        'the same seat was paid for twice. In that case, the seat that was paid for first stays.',
      ],
    },
  ];
}

/** What a person reads about their money that goes back. */
async function read(
  cause: RefundedCause,
  reader: Reader,
  services: Services,
): Promise<Read<RefundedProps> | undefined> {
  const payment = await findClosedPayment(cause.paymentId, services);
  if (!payment || payment.email !== reader.user.email) return undefined;
  const context = await readContext(payment, reader, services);
  const props =
    cause.refundId === undefined
      ? await readWholeRefund(context, services)
      : await readPartialRefund({ ...cause, refundId: cause.refundId }, context, services);
  return props && { props, childIds: listOwn(context) };
}

async function readWholeRefund(
  context: Context,
  services: Services,
): Promise<RefundedProps | undefined> {
  const { payment, refunds } = context;
  if (payment.status !== 'refunded') return undefined;
  const { paymentId } = payment;
  const reason = payment.refundReason ?? 'by the school';
  const hadSeat = reason !== 'no seat';
  // The receipt has told of the seats that could not be given.
  const items = payment.items.filter((item) => !hadSeat || !findRefused(item, refunds));
  const told = refunds.filter((refund) => refund.reason === reason);
  const lost = await Promise.all(items.map((item) => readLost(item, hadSeat, context, services)));
  const amount = sumAmounts(told) || payment.amount;
  return {
    lost: lost.flatMap((one) => one ?? []),
    isWhole: true,
    charge: describeCharge({ ...payment, amount }),
    paymentId,
    reason,
    state: told.find(({ state }) => state === 'failed')?.state ?? told[0]?.state ?? 'succeeded',
  };
}

/** The school has returned a part. It may have been for a seat, which is gone then. */
async function readPartialRefund(
  { refundId, seatId }: { refundId: string; seatId?: ObjectId },
  context: Context,
  services: Services,
): Promise<RefundedProps | undefined> {
  const { payment, refunds } = context;
  const refund = refunds.find((one) => one.refundId === refundId);
  if (refund?.reason === 'by admin')
    return {
      ...{ lost: [], isWhole: false, paymentId: payment.paymentId },
      charge: describeCharge({ ...payment, amount: refund.amount }),
      ...{ reason: refund.reason, state: refund.state },
    };
  // A payment that was returned completely has an email of its own, and so has the seat that was named since.
  if (!refund || payment.status === 'refunded' || Boolean(refund.seatId) !== Boolean(seatId))
    return undefined;
  const items = payment.items.filter((item) => seatId && item.seatId.equals(seatId));
  const lost = await Promise.all(items.map((item) => readLost(item, true, context, services)));
  return {
    lost: lost.flatMap((one) => one ?? []),
    isWhole: false,
    charge: describeCharge({ ...payment, amount: refund.amount }),
    paymentId: payment.paymentId,
    reason: 'by the school',
    state: refund.state,
  };
}

async function describeRefundMail(
  { _id: refundId, paymentId, reason, ...refund }: RefundDocument,
  services: Services,
): Promise<NewMail<RefundedCause>[]> {
  // A seat that could not be given is in the email about the payment, a canceled or moved one in an email of its own.
  if (reason !== 'by the school' && reason !== 'by admin') return [];
  // What an admin gives back costs nobody a seat.
  const seatId = reason === 'by admin' ? null : refund.seatId;
  const payment = await findClosedPayment(paymentId, services);
  const user = payment && (await findRecipient(payment.email, services));
  if (!user) return [];
  const seat = seatId ? `-${seatId.toHexString()}` : '';
  return [
    {
      // Our own ids have a colon, which the id of an email can't have.
      _id: `refunded-${refundId.replaceAll(':', '-')}${seat}`,
      cause: { kind: 'refunded', paymentId, refundId, ...(seatId && { seatId }) },
      ...essentialTo(user, KEEP_TRYING_MONEY_DAYS, services),
    },
  ];
}
