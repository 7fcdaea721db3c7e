import type { TaxInAmount } from '@speakifyr/contract/payments.ts';
import type { PriceLine } from '@speakifyr/contract/prices.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { readRates, taxesIn, type TaxRates } from '@speakifyr/contract/tax.ts';

/** What a price consists of, in cents: the class, and each extra. */
export type PriceParts = { ofClass: number; ofExtras: number[] };

/**
 * The taxes in what is paid for a seat: at the rates that were added when it was held, or else at those that the school has in
 * its prices now. A seat that was held before the school added one has none. R615, R629
 * @param tax what was added
 * @param amount integer cents
 */
export function taxesOfPart(
  tax: TaxRates | undefined,
  amount: number,
  parts: PriceParts,
): TaxInAmount[] {
  const rates = tax ?? (SCHOOL.tax.isAdded ? undefined : readRates(SCHOOL));
  return rates ? taxesIn(rates, amount, parts) : [];
}

/**
 * The taxes in what is paid for a price with these lines. R629
 * @returns the part of an answer that names them; nothing without one
 */
export function taxesOfPrice({
  tax,
  amount,
  lines = [],
}: {
  tax?: TaxRates | undefined;
  amount: number;
  lines?: PriceLine[] | undefined;
}): { taxes?: TaxInAmount[] } {
  const taxes = taxesOfPart(tax, amount, partsOfLines(lines));
  return taxes.length > 0 ? { taxes } : {};
}

export function partsOfLines(lines: PriceLine[]): PriceParts {
  const isExtra = ({ kind }: PriceLine) => kind === 'extra';
  return {
    ofClass: sumAmounts(lines.filter((line) => !isExtra(line))),
    ofExtras: lines.filter(isExtra).map(({ amount }) => amount),
  };
}
