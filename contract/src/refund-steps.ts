import type { RefundStep } from './refund-terms.ts';

/** What is wrong with a period compared with the one before it, field by field. R157 */
export function findStepProblems(
  before: RefundStep,
  later: RefundStep,
): { [Field in keyof RefundStep]?: string } {
  const { daysBefore, percent } = before;
  const tooLow = later.percent <= percent && findFeeProblem(before, later);
  return {
    ...(later.daysBefore >= daysBefore && {
      daysBefore: `Must be fewer than ${daysBefore}: each period comes after the one before`,
    }),
    ...(later.percent > percent && {
      percent: `Must be ${percent} or less: a later period can’t give back more`,
    }),
    ...(tooLow && { fee: tooLow }),
  };
}

/**
 * Looks for a later period that refunds more than the one before at some price. Its percentage is not higher, so only a fee
 * that is too low can do that: the later period then begins to refund something at a lower price. R157
 * @returns what is wrong, in a sentence; undefined if the later period never refunds more
 */
export function findFeeProblem(
  before: Omit<RefundStep, 'daysBefore'>,
  later: Omit<RefundStep, 'daysBefore'>,
): string | undefined {
  const least = Math.ceil((before.fee * later.percent) / before.percent);
  if (later.fee >= least) return undefined;
  return `A later period can’t give back more, not even of a cheap class. The fee must be at least ${formatCents(least)}.`;
}

function formatCents(cents: number): string {
  return (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
}
