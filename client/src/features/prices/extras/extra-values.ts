import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { Extra } from '@speakifyr/contract/seat-extras.ts';
import { readTypedCents, writeCents } from '../../../lib/read-cents.ts';
import type { ClassesValues } from '../rules/classes-field.tsx';

/** All extras of the school, with their version. */
export type SchoolExtras = Output<Contract['GET /extras']>;

/** An extra as it is typed. `options` with commas: `S, M, L`. */
export type ExtraValues = ClassesValues &
  Pick<Extra, 'label' | 'per' | 'isRefundable'> &
  Record<'price' | 'options' | 'capacity' | 'from' | 'until', string>;

/** What the form starts with. @param extra undefined for a new one */
export function writeExtra(extra: Extra | undefined): ExtraValues {
  const { label = '', price, per = 'day', options = [], capacity } = extra ?? {};
  const { isRefundable = true, classIds = [], from = '', until = '' } = extra ?? {};
  return {
    label,
    per,
    isRefundable,
    price: price === undefined ? '' : writeCents(price),
    options: options.join(', '),
    capacity: String(capacity ?? ''),
    from,
    until,
    classes: classIds.length === 0 ? 'all' : 'some',
    classIds,
  };
}

/** The extra as it is sent. What is no number is NaN: the contract says what is wrong with it. */
export function readExtra(id: string, values: ExtraValues): Extra {
  const { label, price, per, options, capacity, isRefundable, classes, classIds } = values;
  const { from, until } = values;
  return {
    id,
    label,
    per,
    isRefundable,
    price: readTypedCents(price),
    options: options
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    capacity: capacity.trim() ? Number(capacity) : null,
    ...(from && { from }),
    ...(until && { until }),
    classIds: classes === 'all' ? [] : classIds,
  };
}
