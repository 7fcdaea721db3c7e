import { SCHOOL } from '@speakifyr/contract/school.ts';
import { type Taxed, taxIn } from '@speakifyr/contract/tax.ts';
import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { PropsOf } from '../kinds/all.ts';
import type { Charge } from '../parts/props.ts';

export type Sample<K extends MailKind = MailKind> = {
  kind: K;
  /** Names the sample among those of its kind. */
  variant: string;
  props: PropsOf<K>;
};

export function makeSample<K extends MailKind>(
  kind: K,
  variant: string,
  props: PropsOf<K>,
): Sample {
  return { kind, variant, props } as Sample;
}

/** The tax in an amount, if the school has one: what a director looks at names it, too. */
export function sampleTax({ amount, currency }: Charge): Taxed | undefined {
  return SCHOOL.tax.percent > 0 ? { ...taxIn(SCHOOL.tax, amount), currency } : undefined;
}
