import {
  MAX_CODE_USES,
  MAX_DISCOUNT_FROM,
  MAX_PRICE,
  MAX_SEATS_OF_LARGE,
} from '@speakifyr/contract/limits.ts';
import type { DiscountCode, DiscountKind, Discount } from '@speakifyr/contract/prices.ts';
import { readToday } from '../../lib/format.ts';
import { readCents, writeCents } from '../../lib/read-cents.ts';

/** What families type to get it, as it is typed. Empty fields have no limit. */
export type CodeValues = {
  text: string;
  codeFrom: string;
  codeUntil: string;
  maxUses: string;
  maxPerFamily: string;
  minimum: string;
};

/** A discount as it is typed. */
export type DiscountValues = CodeValues & {
  kind: DiscountKind;
  label: string;
  off: string;
  unit: 'percent' | 'amount';
  until: string;
  from: string;
  isForAll: boolean;
  classIds: string[];
  stacks: boolean;
  isTakenBack: boolean;
  isForWaiting: boolean;
  /** For how many seats of a class; empty for all. */
  firstSeats: string;
};
export type DiscountProblems = Partial<
  Record<'label' | 'off' | 'until' | 'firstSeats' | 'from' | 'classIds' | keyof CodeValues, string>
>;

export const NEW_DISCOUNT: DiscountValues = {
  kind: 'early',
  label: '',
  off: '',
  unit: 'percent',
  until: '',
  from: '2',
  isForAll: true,
  classIds: [],
  stacks: false,
  isTakenBack: false,
  isForWaiting: false,
  firstSeats: '',
  text: '',
  codeFrom: '',
  codeUntil: '',
  maxUses: '',
  maxPerFamily: '',
  minimum: '',
};

/** Whether a discount begins with a child or a class other than the first one. */
export const hasFrom = (kind: DiscountKind) => kind === 'sibling' || kind === 'weeks';

export function writeDiscount(discount: Discount): DiscountValues {
  const { kind, label, percent, amount, until, from, classIds, stacks, code } = discount;
  return {
    kind,
    label,
    classIds,
    stacks,
    until: until ?? '',
    from: String(from ?? 2),
    off: percent === null ? writeCents(amount ?? 0) : String(percent),
    unit: percent === null ? 'amount' : 'percent',
    isForAll: classIds.length === 0,
    isTakenBack: discount.isTakenBack ?? false,
    isForWaiting: discount.isForWaiting ?? false,
    firstSeats: String(discount.firstSeats ?? ''),
    text: code?.text ?? '',
    codeFrom: code?.from ?? '',
    codeUntil: code ? (until ?? '') : '',
    maxUses: String(code?.maxUses ?? ''),
    maxPerFamily: String(code?.maxPerFamily ?? ''),
    minimum: code?.minimum ? writeCents(code.minimum) : '',
  };
}

/** @returns the discount, or undefined if something is not right */
export function readDiscount(id: string, values: DiscountValues): Discount | undefined {
  if (Object.keys(findProblems(values)).length > 0) return undefined;
  const { kind, label, off, unit, until, from, isForAll, classIds, stacks } = values;
  return {
    id,
    kind,
    label: label.trim(),
    stacks,
    percent: unit === 'percent' ? Number(off) : null,
    amount: unit === 'amount' ? (readCents(off) ?? 0) : null,
    until: kind === 'early' ? until || null : kind === 'code' ? values.codeUntil || null : null,
    from: hasFrom(kind) ? Number(from) : null,
    ...(kind === 'early' && values.firstSeats && { firstSeats: Number(values.firstSeats) }),
    ...(kind === 'early' && values.isForWaiting && { isForWaiting: true }),
    ...(hasFrom(kind) && values.isTakenBack && { isTakenBack: true }),
    classIds: isForAll ? [] : classIds,
    ...(kind === 'code' && { code: readCode(values) }),
  };
}

function readCode({ text, codeFrom, maxUses, maxPerFamily, minimum }: CodeValues): DiscountCode {
  return {
    text: text.trim().toUpperCase(),
    from: codeFrom || null,
    maxUses: maxUses ? Number(maxUses) : null,
    maxPerFamily: maxPerFamily ? Number(maxPerFamily) : null,
    minimum: minimum ? (readCents(minimum) ?? null) : null,
  };
}

/** What is wrong with what is typed. */
export function findProblems(values: DiscountValues): DiscountProblems {
  const { kind, label, off, unit, from, isForAll, classIds } = values;
  const problems: DiscountProblems = {};
  if (!label.trim()) problems.label = 'Parents read it, so it needs a name';
  if (unit === 'percent' && !isWhole(off, 1, 100))
    problems.off = 'Please enter a whole number from 1 to 100';
  const cents = readCents(off) ?? 0;
  if (unit === 'amount' && (cents < 1 || cents > MAX_PRICE * 100))
    problems.off = 'Please enter an amount such as 10 or 9.50';
  if (kind === 'early') Object.assign(problems, findEarlyProblems(values));
  if (hasFrom(kind) && !isWhole(from, 2, MAX_DISCOUNT_FROM))
    problems.from = `Please enter a number from 2 to ${MAX_DISCOUNT_FROM}`;
  if (kind === 'code') Object.assign(problems, findCodeProblems(values));
  if (!isForAll && classIds.length === 0) problems.classIds = 'Please choose at least one class';
  return problems;
}

function findEarlyProblems({ until, firstSeats }: DiscountValues): DiscountProblems {
  const problems: DiscountProblems = {};
  if (until && until < readToday()) problems.until = 'Please choose today or a later day';
  if (!until && !firstSeats) problems.until = 'Please choose a day, a number of seats, or both';
  if (firstSeats && !isWhole(firstSeats, 1, MAX_SEATS_OF_LARGE))
    problems.firstSeats = `Please enter a number from 1 to ${MAX_SEATS_OF_LARGE}, or nothing`;
  return problems;
}

function findCodeProblems(values: CodeValues): DiscountProblems {
  const problems: DiscountProblems = {};
  const { text, codeFrom, codeUntil, minimum } = values;
  if (!/^\s*[a-z\d]{4,20}\s*$/i.test(text)) problems.text = 'Please use 4 to 20 letters and digits';
  if (codeUntil && codeUntil < codeFrom)
    problems.codeUntil = 'The last day can’t be before the first one';
  for (const name of ['maxUses', 'maxPerFamily'] as const)
    if (values[name] && !isWhole(values[name], 1, MAX_CODE_USES))
      problems[name] = `Please enter a number from 1 to ${MAX_CODE_USES}, or nothing`;
  if (minimum && (readCents(minimum) ?? 0) < 1)
    problems.minimum = 'Please enter an amount such as 100, or nothing';
  return problems;
}

function isWhole(text: string, least: number, most: number): boolean {
  return /^\s*\d{1,4}\s*$/.test(text) && Number(text) >= least && Number(text) <= most;
}

/** Which field of the form shows the server's problem with a part of a discount. */
const PLACES: Record<string, keyof DiscountProblems> = {
  label: 'label',
  percent: 'off',
  amount: 'off',
  until: 'until',
  from: 'from',
  firstSeats: 'firstSeats',
  classIds: 'classIds',
  code: 'text',
};

/** What the server says about the fields of one discount. @param place in the list that was sent */
export function readRefusal(fields: Record<string, string>, place: number): DiscountProblems {
  const problems: DiscountProblems = {};
  const start = `body.discounts.${place}.`;
  for (const [name, text] of Object.entries(fields)) {
    if (!name.startsWith(start)) continue;
    const [part = ''] = name.slice(start.length).split('.');
    const field = PLACES[part];
    if (field) problems[field] = text;
  }
  return problems;
}
