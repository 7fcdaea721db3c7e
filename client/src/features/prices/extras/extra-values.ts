import {
  MAX_EXTRA_OPTION,
  MAX_EXTRA_OPTIONS,
  MAX_PRICE,
  MAX_SEATS_OF_LARGE,
  MIN_CHARGE,
} from '@speakifyr/contract/limits.ts';
import type { Extra } from '@speakifyr/contract/seat-extras.ts';
import { readCents, writeCents } from '../../../lib/read-cents.ts';

/** An extra as it is typed. */
export type ExtraValues = {
  label: string;
  price: string;
  per: Extra['per'];
  /** With commas: `S, M, L`. */
  options: string;
  capacity: string;
  isRefundable: boolean;
  isForAll: boolean;
  classIds: string[];
};
export type ExtraProblems = Partial<
  Record<'label' | 'price' | 'options' | 'capacity' | 'classIds', string>
>;

export const NEW_EXTRA: ExtraValues = {
  label: '',
  price: '',
  per: 'day',
  options: '',
  capacity: '',
  isRefundable: true,
  isForAll: true,
  classIds: [],
};

export function writeExtra(extra: Extra): ExtraValues {
  const { label, price, per, options, capacity, isRefundable, classIds } = extra;
  return {
    label,
    per,
    isRefundable,
    classIds,
    isForAll: classIds.length === 0,
    price: writeCents(price),
    options: options.join(', '),
    capacity: String(capacity ?? ''),
  };
}

/** @returns the extra, or undefined if something is not right */
export function readExtra(id: string, values: ExtraValues): Extra | undefined {
  if (Object.keys(findExtraProblems(values)).length > 0) return undefined;
  const { label, price, per, options, capacity, isRefundable, isForAll, classIds } = values;
  return {
    id,
    label: label.trim(),
    per,
    isRefundable,
    price: readCents(price) ?? 0,
    options: splitOptions(options),
    capacity: capacity.trim() ? Number(capacity) : null,
    classIds: isForAll ? [] : classIds,
  };
}

function splitOptions(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** What is wrong with what is typed. */
export function findExtraProblems(values: ExtraValues): ExtraProblems {
  const { label, price, options, capacity, isForAll, classIds } = values;
  const problems: ExtraProblems = {};
  if (!label.trim()) problems.label = 'Parents read it, so it needs a name';
  const cents = readCents(price) ?? 0;
  if (cents < MIN_CHARGE * 100 || cents > MAX_PRICE * 100)
    problems.price = 'Please enter an amount from 0.50 on, such as 8 or 9.50';
  const choices = splitOptions(options);
  if (choices.length > MAX_EXTRA_OPTIONS || new Set(choices).size < choices.length)
    problems.options = `Please enter at most ${MAX_EXTRA_OPTIONS} different choices`;
  else if (choices.some((one) => one.length > MAX_EXTRA_OPTION))
    problems.options = `Each choice has at most ${MAX_EXTRA_OPTION} letters`;
  const count = Number(capacity);
  if (capacity.trim() && !(Number.isInteger(count) && count >= 1 && count <= MAX_SEATS_OF_LARGE))
    problems.capacity = `Please enter a number from 1 to ${MAX_SEATS_OF_LARGE}, or nothing`;
  if (!isForAll && classIds.length === 0) problems.classIds = 'Please choose at least one class';
  return problems;
}
