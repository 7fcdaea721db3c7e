import { MAX_PRICE, MAX_REFUND_DAYS } from '@speakifyr/contract/limits.ts';
import { findFeeProblem, type RefundStep } from '@speakifyr/contract/refund-terms.ts';
import { readCents, writeCents } from '../../../lib/read-cents.ts';

/** A period of the refund policy as it is typed. */
export type StepValues = { daysBefore: string; percent: string; fee: string };
export type StepProblems = Partial<Record<keyof StepValues, string>>;

export const NEW_STEP: StepValues = { daysBefore: '', percent: '', fee: '0' };

export function writeSteps(steps: RefundStep[]): StepValues[] {
  return steps.map(({ daysBefore, percent, fee }) => ({
    daysBefore: String(daysBefore),
    percent: String(percent),
    fee: writeCents(fee),
  }));
}

/** @returns the periods, or undefined if one of them is not right */
export function readSteps(values: StepValues[]): RefundStep[] | undefined {
  const isRight = values.every(
    (_value, index) => Object.keys(findProblems(values, index)).length === 0,
  );
  return isRight
    ? values.map(({ daysBefore, percent, fee }) => ({
        daysBefore: Number(daysBefore),
        percent: Number(percent),
        fee: readCents(fee) ?? 0,
      }))
    : undefined;
}

/** What is wrong with one period, also compared with the one before it. */
export function findProblems(values: StepValues[], index: number): StepProblems {
  const { daysBefore = '', percent = '', fee = '' } = values[index] ?? {};
  const before = values[index - 1];
  const [days, share, cents] = [readCount(daysBefore), readCount(percent), readCents(fee)];
  const [daysOfLast, shareOfLast] = [readCount(before?.daysBefore), readCount(before?.percent)];
  const problems: StepProblems = {};
  if (days === undefined || days > MAX_REFUND_DAYS)
    problems.daysBefore = `Please enter 0 to ${MAX_REFUND_DAYS} days`;
  else if (daysOfLast !== undefined && days >= daysOfLast)
    problems.daysBefore = `Must be fewer than ${daysOfLast}: each period comes after the one before`;
  if (share === undefined || share < 1 || share > 100) problems.percent = 'Please enter 1 to 100';
  else if (shareOfLast !== undefined && share > shareOfLast)
    problems.percent = `Must be ${shareOfLast} or less: a later period can’t give back more`;
  if (cents === undefined || cents > MAX_PRICE * 100)
    problems.fee = 'Please enter an amount such as 10 or 9.50';
  if (Object.keys(problems).length > 0) return problems;
  const now = readStep(values[index]);
  const last = readStep(before);
  const tooLow = last && now && findFeeProblem(last, now);
  return tooLow ? { fee: tooLow } : {};
}

/** How much is refunded, if it can be read. */
function readStep(values?: StepValues): { percent: number; fee: number } | undefined {
  const [percent, fee] = [readCount(values?.percent), readCents(values?.fee ?? '')];
  return percent !== undefined && percent > 0 && fee !== undefined ? { percent, fee } : undefined;
}

function readCount(text = ''): number | undefined {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined;
}
