import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { Discount, DiscountCode, DiscountKind } from '@speakifyr/contract/prices.ts';
import { readTypedCents, writeCents } from '../../lib/read-cents.ts';
import type { ClassesValues } from './rules/classes-field.tsx';
import type { OffValues } from './rules/off-fields.tsx';

/** All discounts of the school, with their version. */
export type SchoolDiscounts = Output<Contract['GET /discounts']>;

/** A discount as it is typed. A field that is empty has no limit. */
export type DiscountValues = OffValues &
  ClassesValues & {
    kind: DiscountKind;
    label: string;
    until: string;
    firstSeats: string;
    from: string;
    stacks: boolean;
    isTakenBack: boolean;
    isForWaiting: boolean;
    code: Record<keyof DiscountCode, string>;
  };

const NEW_DISCOUNT: DiscountValues = {
  kind: 'early',
  label: '',
  unit: 'percent',
  percent: '',
  amount: '',
  until: '',
  firstSeats: '',
  from: '2',
  classes: 'all',
  classIds: [],
  stacks: false,
  isTakenBack: false,
  isForWaiting: false,
  code: { text: '', from: '', maxUses: '', maxPerFamily: '', minimum: '' },
};

/** Whether a discount begins with a child or a class other than the first one. */
export const hasFrom = (kind: DiscountKind) => kind === 'sibling' || kind === 'weeks';

/** What the form starts with. @param discount undefined for a new one */
export function writeDiscount(discount: Discount | undefined): DiscountValues {
  if (!discount) return NEW_DISCOUNT;
  const { kind, label, percent, amount, until, from, classIds, stacks, code } = discount;
  return {
    kind,
    label,
    unit: percent === null ? 'amount' : 'percent',
    percent: String(percent ?? ''),
    amount: amount === null ? '' : writeCents(amount),
    until: until ?? '',
    firstSeats: String(discount.firstSeats ?? ''),
    from: String(from ?? 2),
    classes: classIds.length === 0 ? 'all' : 'some',
    classIds,
    stacks,
    isTakenBack: discount.isTakenBack ?? false,
    isForWaiting: discount.isForWaiting ?? false,
    code: {
      text: code?.text ?? '',
      from: code?.from ?? '',
      maxUses: String(code?.maxUses ?? ''),
      maxPerFamily: String(code?.maxPerFamily ?? ''),
      minimum: code?.minimum ? writeCents(code.minimum) : '',
    },
  };
}

/** The discount as it is sent. What is no number is NaN: the contract says what is wrong with it. */
export function readDiscount(id: string, values: DiscountValues): Discount {
  const { kind, unit, firstSeats } = values;
  return {
    id,
    kind,
    label: values.label,
    stacks: values.stacks,
    percent: unit === 'percent' ? Number(values.percent) : null,
    amount: unit === 'amount' ? readTypedCents(values.amount) : null,
    until: kind === 'early' || kind === 'code' ? values.until || null : null,
    from: hasFrom(kind) ? Number(values.from) : null,
    ...(kind === 'early' && firstSeats.trim() && { firstSeats: Number(firstSeats) }),
    ...(kind === 'early' && values.isForWaiting && { isForWaiting: true }),
    ...(hasFrom(kind) && values.isTakenBack && { isTakenBack: true }),
    classIds: values.classes === 'all' ? [] : values.classIds,
    ...(kind === 'code' && { code: readCode(values.code) }),
  };
}

function readCode({ text, from, ...limits }: DiscountValues['code']): DiscountCode {
  const read = (typed: string, as: (text: string) => number) => (typed.trim() ? as(typed) : null);
  return {
    text,
    from: from || null,
    maxUses: read(limits.maxUses, Number),
    maxPerFamily: read(limits.maxPerFamily, Number),
    minimum: read(limits.minimum, readTypedCents),
  };
}
