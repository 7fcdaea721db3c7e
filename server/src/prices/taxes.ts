import type { TaxInAmount } from '@speakifyr/contract/payments.ts';
import type { PriceLine } from '@speakifyr/contract/prices.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { readRates, type SeatTax, taxesIn, type TaxRates } from '@speakifyr/contract/tax.ts';

/** What a price consists of, in cents: the class, and each extra. */
type PriceParts = { ofClass: number; ofExtras: number[] };

/**
 * The rates of what is paid for a seat: those of the day on which it was held, whatever the school has decided since. A seat that
 * was held before the school had a tax has the one that is in prices now; none is ever added to it. R615, R629, R636
 * @param tax of the seat
 * @returns undefined if there is no tax in it
 */
export function ratesOf(tax: SeatTax | undefined): TaxRates | undefined {
  const now = SCHOOL.tax.isAdded ? undefined : readRates(SCHOOL);
  return tax && 'included' in tax ? tax.included : (tax ?? now);
}

/** A fee that the refund policy keeps, with the rate that the school has for fees now. R638 */
export function freezeFee(amount: number): {
  fee?: { name: string; percent: number; amount: number };
} {
  const { name, fees } = SCHOOL.tax;
  return amount > 0 && typeof fees === 'number' ? { fee: { name, percent: fees, amount } } : {};
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
  tax?: SeatTax | undefined;
  amount: number;
  lines?: PriceLine[] | undefined;
}): { taxes?: TaxInAmount[] } {
  const rates = ratesOf(tax);
  const taxes = rates ? taxesIn(rates, amount, partsOfLines(lines)) : [];
  return taxes.length > 0 ? { taxes } : {};
}

export function partsOfLines(lines: PriceLine[]): PriceParts {
  const isExtra = ({ kind }: PriceLine) => kind === 'extra';
  return {
    ofClass: sumAmounts(lines.filter((line) => !isExtra(line))),
    ofExtras: lines.filter(isExtra).map(({ amount }) => amount),
  };
}
