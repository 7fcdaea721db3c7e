import type { Letter } from '@speakifyr/contract/mail.ts';
import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { nameCharge } from '@speakifyr/contract/format.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import type { Charge, LetterContext, LetterFacts } from './facts.ts';
import { greet, nameClass, sayAll, sayCharge, sayMoment, subjectOf } from './say.ts';

/** What admins read about money that needs them. */

/** Tells an admin that a refund failed. */
export function writeRefundFailed(
  { classNames, payer, charge, paymentId, failure }: LetterFacts['refund failed'],
  { to }: LetterContext,
): Letter {
  return {
    subject: subjectOf('A refund failed: ', sayCharge(charge)),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `A refund of ${sayCharge(charge)} to ${payer} has failed. The parent reads that somebody at the school looks into it.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Refund', value: sayCharge(charge) },
          { label: 'To', value: payer },
          ...listClasses(classNames),
          { label: 'Payment', value: paymentId },
          ...(cleanLine(failure)
            ? [{ label: 'Stripe says', value: cut(cleanLine(failure), 200) }]
            : []),
        ],
      },
      {
        kind: 'text',
        text: 'You can try it again. If the card no longer exists, pay the money back in another way and note how.',
      },
      { kind: 'link', label: 'Open the refunds', path: '/dashboard/refunds' },
    ],
  };
}

/** Tells an admin that a payer's bank questions a payment, and what the school needs to answer; or that it gave back. */
export function writePaymentDisputed(
  facts: LetterFacts['payment disputed'],
  context: LetterContext,
): Letter {
  const { classNames, payer, charge, paymentId, paidAt, stage } = facts;
  const paid = [
    { label: 'Amount', value: sayCharge(charge) },
    { label: 'Paid by', value: payer },
    { label: 'Paid', value: sayMoment(paidAt, context.timeZone) },
    ...listClasses(classNames),
    { label: 'Payment', value: paymentId },
  ];
  const what = stage === 'won back' ? sayWonBack(facts, paid) : sayQuestion(facts, paid, context);
  return { greeting: greet(context.to), ...what };
}

type Paid = { label: string; value: string }[];
type Question = LetterFacts['payment disputed'];

function sayWonBack({ payer, charge }: Question, facts: Paid): Omit<Letter, 'greeting'> {
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
  { timeZone }: LetterContext,
): Omit<Letter, 'greeting'> {
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

/** Tells an admin that a seat is free, because a payment for it was returned, and what became of its other money. */
export function writeSeatEnded(
  { className, payer, refund, kept, paymentId }: LetterFacts['seat ended'],
  { to }: LetterContext,
): Letter {
  return {
    subject: subjectOf('A seat has ended: ', nameClass(className)),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `One of the payments of ${payer} for a seat in ${nameClass(className)} was returned, in Stripe’s dashboard or by the bank. So the seat has ended, and its place is open for others. ${sayRest(refund, kept)}`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Class', value: nameClass(className) },
          { label: 'Paid by', value: payer },
          ...(refund.amount > 0 ? [{ label: 'Goes back', value: sayCharge(refund) }] : []),
          ...(kept.amount > 0 ? [{ label: 'Kept', value: sayCharge(kept) }] : []),
          { label: 'First payment', value: paymentId },
        ],
      },
      { kind: 'text', text: 'The family has an email about it. You don’t have to do anything.' },
      { kind: 'link', label: 'See the payments', path: '/dashboard/payments' },
    ],
  };
}

function sayRest(refund: Charge, kept: Charge): string {
  const back =
    refund.amount > 0
      ? `What else was paid for the seat goes back: ${sayCharge(refund)}.`
      : 'Nothing else was paid for the seat that could go back.';
  return kept.amount > 0 ? `${back} The school keeps ${sayCharge(kept)}.` : back;
}

function listClasses(names: string[]) {
  const classes = sayAll([...new Set(names)].map(nameClass));
  return classes ? [{ label: 'Class', value: classes }] : [];
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
