import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { countOf } from '../../../lib/count-of.ts';

type Progress = NonNullable<ClassPeople['canceled']>;

/** How many people of a canceled class need nothing more: their money is back. */
export function countDone(progress: Progress): number {
  const { seats, left, refundsOpen, refundsByHand, refundsFailed } = progress;
  return Math.max(0, seats - left - refundsOpen - refundsByHand - refundsFailed);
}

/** The progress of a canceled class's refunds, in a sentence or two. */
export function describeProgress(progress: Progress): string {
  const { seats, left, refundsOpen, refundsByHand, refundsFailed } = progress;
  if (seats === 0) return 'Nobody was enrolled.';
  const done = countDone(progress);
  if (done === seats)
    return seats === 1
      ? 'The 1 person who was enrolled has their money back.'
      : `All ${seats} people who were enrolled have their money back.`;
  return [
    `${done} of ${seats} refunds are done.`,
    left > 0 && `${countOf(left, 'seat is', 'seats are')} still to be canceled.`,
    refundsOpen > 0 &&
      countOf(
        refundsOpen,
        'refund is on its way or waiting for your Stripe balance.',
        'refunds are on their way or waiting for your Stripe balance.',
      ),
    refundsByHand > 0 && `${countOf(refundsByHand, 'waits', 'wait')} to be given back by hand.`,
    refundsFailed > 0 && `${countOf(refundsFailed, 'has', 'have')} failed.`,
  ]
    .filter(Boolean)
    .join(' ');
}
