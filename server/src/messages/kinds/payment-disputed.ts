import { nameCharge } from '@speakifyr/contract/format.ts';
import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { findClassNames } from '../../database/class-store.ts';
import type { PaymentDocument } from '../../database/collections.ts';
import type { RefundDocument } from '../../database/money-documents.ts';
import { worksInOffice } from '../../people/users/bundles.ts';
import type { Services } from '../../services.ts';
import { aboutPayment, aboutRefund } from '../due-mails/as-it-is.ts';
import { tellAdmins } from '../due-mails/recipients.ts';
import {
  aboutNoChild,
  defineMail,
  type MailContext,
  type Read,
  type Reader,
} from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { findAnyPayment, findRefundWithId } from '../kinds.repo.ts';
import { type Charge, describeCharge } from '../parts/props.ts';
import { greet, listClasses, sayCharge, sayMoment, subjectOf } from '../parts/say.ts';

export type PaymentDisputedCause = {
  kind: 'payment disputed';
  paymentId: string;
  stripeId: string;
  isInquiry?: true;
  lossId?: string;
};

/**
 * For admins. `inquiry`: the bank only asks, and has taken no money. `won back`: the bank has given the money back after
 * an appeal, but the seats are gone. `terms` is the refund policy at the purchase.
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

export const paymentDisputed = defineMail<PaymentDisputedCause, PaymentDisputedProps>({
  kind: 'payment disputed',
  on: {
    'payment disputed': aboutPayment(describeDispute),
    'refund changed': aboutRefund(describeWonBack),
  },
  read,
  write,
});

/** Tells an admin that a payer's bank questions a payment, and what the school needs to answer; or that it gave back. */
function write(props: PaymentDisputedProps, context: MailContext): MailContent {
  const { classNames, payer, charge, paymentId, paidAt, stage } = props;
  const paid = [
    { label: 'Amount', value: sayCharge(charge) },
    { label: 'Paid by', value: payer },
    { label: 'Paid', value: sayMoment(paidAt, context.timeZone) },
    ...listClasses(classNames),
    { label: 'Payment', value: paymentId },
  ];
  const what = stage === 'won back' ? sayWonBack(props, paid) : sayQuestion(props, paid, context);
  return { greeting: greet(context.to), ...what };
}

type Paid = { label: string; value: string }[];

type Question = PaymentDisputedProps;

function sayWonBack({ payer, charge }: Question, facts: Paid): Omit<MailContent, 'greeting'> {
  return {
    subject: subjectOf('Money is back after an appeal: ', sayCharge(charge)),
    parts: [
      {
        kind: 'text',
        text: `The school has won its appeal against the bank of ${payer}: ${sayCharge(charge)} is back. The seat ended when the dispute was lost, and stays so.`,
      },
      { kind: 'facts', facts },
      {
        kind: 'text',
        text: 'Please agree with the family what happens to the money: they book a seat again, or you give it back.',
      },
      { kind: 'link', label: 'Open the refunds', path: '/dashboard/refunds' },
    ],
  };
}

function sayQuestion(
  { payer, charge, dueBy, terms, stage }: Question,
  facts: Paid,
  { timeZone }: MailContext,
): Omit<MailContent, 'greeting'> {
  const deadline = dueBy ? sayMoment(dueBy, timeZone) : 'See Stripe’s dashboard';
  const isInquiry = stage === 'inquiry';
  return {
    subject: subjectOf(
      isInquiry ? 'A bank asks about a payment: ' : 'A payment is disputed: ',
      sayCharge(charge),
    ),
    parts: [
      {
        kind: 'text',
        text: isInquiry
          ? `The bank of ${payer} asks about a payment of ${sayCharge(charge)}. It has taken no money yet. Please answer in Stripe’s dashboard in time, or the bank may take the money.`
          : `The bank of ${payer} disputes a payment: it wants ${sayCharge(charge)} back from the school. Please answer in Stripe’s dashboard in time, or the money is lost.`,
      },
      { kind: 'facts', facts: [{ label: 'Answer by', value: deadline }, ...facts] },
      {
        kind: 'text',
        text: 'When the parent paid, our refund policy was as follows. Stripe accepts it as evidence:',
      },
      { kind: 'list', items: sayTerms(terms, charge) },
      {
        kind: 'text',
        text: isInquiry
          ? 'If the parent is right, give all of the payment back now: that ends the question, and costs no fee.'
          : 'Until the dispute is decided, nothing of this payment can be refunded, and its seats can’t be canceled with a refund or moved.',
      },
      { kind: 'link', label: 'See the payment', path: '/dashboard/payments' },
    ],
  };
}

/** Such as `Until 14 days before the first day: 100 percent comes back, less $10 USD.` */
function sayTerms({ steps }: RefundTerms, { currency }: Charge): string[] {
  const periods = steps.map(({ daysBefore, percent, fee }) => {
    const less = fee > 0 ? `, less ${nameCharge(fee / 100, currency)}` : '';
    return `${sayUntil(daysBefore)}: ${percent} percent comes back${less}.`;
  });
  return [...periods, periods.length > 0 ? 'After that: no refund.' : 'No refund.'];
}

function sayUntil(days: number): string {
  if (days === 0) return 'Until the first day';
  return `Until ${days} ${days === 1 ? 'day' : 'days'} before the first day`;
}

/** What an admin reads about an inquiry or a dispute that is not decided, or about money that an appeal brought back. */
async function read(
  cause: PaymentDisputedCause,
  { user }: Reader,
  { database: { collections } }: Services,
): Promise<Read<PaymentDisputedProps> | undefined> {
  if (!worksInOffice(user)) return undefined;
  const payment = await findAnyPayment(collections, cause.paymentId);
  const loss = cause.lossId ? await findRefundWithId(collections, cause.lossId) : undefined;
  const dispute = payment?.dispute;
  if (!payment || dispute?.stripeId !== cause.stripeId) return undefined;
  const stage = nameStage(dispute, loss ?? undefined);
  if (stage !== nameStageOf(cause)) return undefined;
  const { items, email, settledAt, createdAt, terms } = payment;
  return aboutNoChild({
    stage,
    classNames: [
      ...(
        await findClassNames(
          collections,
          items.map(({ classId }) => classId),
        )
      ).values(),
    ],
    payer: email,
    charge: describeCharge({ ...payment, amount: (loss ?? dispute).amount }),
    paymentId: cause.paymentId,
    paidAt: settledAt ?? createdAt,
    dueBy: dispute.dueBy ?? null,
    terms,
  });
}

type Stage = PaymentDisputedProps['stage'];

function nameStage(
  { state, isRefundable }: NonNullable<PaymentDocument['dispute']>,
  loss: RefundDocument | undefined,
): Stage | undefined {
  if (loss) return loss.state === 'reversed' && loss.needsAdmin ? 'won back' : undefined;
  if (state !== 'open') return undefined;
  return isRefundable ? 'inquiry' : 'dispute';
}

function nameStageOf({ isInquiry, lossId }: PaymentDisputedCause): Stage {
  if (lossId) return 'won back';
  return isInquiry ? 'inquiry' : 'dispute';
}

async function describeDispute(
  { _id: paymentId, dispute }: PaymentDocument,
  services: Services,
): Promise<NewMail<PaymentDisputedCause>[]> {
  if (dispute?.state !== 'open') return [];
  const { stripeId, isRefundable: isInquiry } = dispute;
  const cause = { kind: 'payment disputed' as const, paymentId, stripeId };
  return isInquiry
    ? tellAdmins(`inquiry-${stripeId}`, { ...cause, isInquiry }, services)
    : tellAdmins(`dispute-${stripeId}`, cause, services);
}

/** Tells every admin of money that is back after an appeal, although the seat is gone. */
async function describeWonBack(
  { _id: lossId, paymentId, stripeId = '', state, needsAdmin }: RefundDocument,
  services: Services,
): Promise<NewMail<PaymentDisputedCause>[]> {
  if (state !== 'reversed' || !needsAdmin) return [];
  const cause = { kind: 'payment disputed' as const, paymentId, stripeId, lossId };
  return tellAdmins(`wonback-${lossId.replaceAll(':', '-')}`, cause, services);
}
