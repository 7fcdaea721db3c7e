import { nameCharge } from './format.ts';
import { nameRate, type Rate, readRates, type TaxRates, toThousandths } from './added-tax.ts';
import { splitByWeight } from './owed.ts';
import type { TaxInAmount } from './payments.ts';
import type { School } from './school-schema.ts';

/** With the currency of its amounts, in which emails and sums name it. */
export type Taxed = TaxInAmount & { currency: string };

/**
 * The rates of a seat's price, as they were when it was held, and whether they were added to the school's prices or were in
 * them.
 */
export type SeatTax = TaxRates | { included: TaxRates };

/**
 * The school's tax. One that is added becomes a part of a seat's price when the seat is held, so from then on both kinds are
 * simply in the amounts. Pages and papers of a school without one say nothing of it. R615, R629, R630, decisions/0124
 */

/** What a seat that is held now keeps of it. @returns undefined for a school without a tax */
export function freezeTax(school: Pick<School, 'tax'>): SeatTax | undefined {
  const rates = readRates(school);
  return rates && (school.tax.isAdded ? rates : { included: rates });
}

/** What was added to the price of a seat. @returns undefined if its price was all that is paid */
export function addedTo({ tax }: { tax?: SeatTax | undefined }): TaxRates | undefined {
  return tax && 'included' in tax ? undefined : tax;
}

/** What `withTax` made this amount of. */
export function withoutTax(gross: number, percent = 0): number {
  return Math.round((gross * 100_000) / (100_000 + toThousandths(percent)));
}

/**
 * The tax in an amount, as papers and rows have it.
 * @param rate.percent of the price without it
 * @param of integer cents; below 0 for what goes back, and then the tax is, too
 */
export function taxIn({ name, percent }: Rate, of: number): TaxInAmount {
  const thousandths = toThousandths(percent);
  const amount = Math.round((Math.abs(of) * thousandths) / (100_000 + thousandths));
  return { name, percent, amount: of < 0 ? 0 - amount : amount, of };
}

/**
 * The taxes in what is paid for a seat. A payment of a part of the price is for all that the price is for, in proportion.
 * @param amount integer cents, not below 0
 * @param parts what the price consists of: the class, and each extra
 */
export function taxesIn(
  { name, classes, extras }: TaxRates,
  amount: number,
  parts: { ofClass: number; ofExtras: number[] },
): TaxInAmount[] {
  const sum = parts.ofExtras.reduce((all, one) => all + one, parts.ofClass);
  const weights = sum > 0 ? [parts.ofClass, ...parts.ofExtras] : [1];
  const shares = splitByWeight(amount, weights);
  return sumTaxes(
    shares.map((of, place) => taxIn({ name, percent: place === 0 ? classes : extras }, of)),
  );
}

/**
 * The taxes in a part of an amount, such as a refund of it.
 * @param whole what was paid, and the taxes in it
 * @param cents below 0 for what comes back the other way
 */
export function shareTaxes(
  { amount, taxes }: { amount: number; taxes: TaxInAmount[] },
  cents: number,
): TaxInAmount[] {
  const isBelow = cents < 0;
  const untaxed = amount - taxes.reduce((sum, { of }) => sum + of, 0);
  const isWhole = Math.abs(cents) === amount;
  const shares = splitByWeight(Math.abs(cents), [...taxes.map(({ of }) => of), untaxed]);
  return taxes.flatMap((tax, place) => {
    const share = isWhole ? tax : taxIn(tax, shares[place] ?? 0);
    const { name, percent } = tax;
    return share.of === 0
      ? []
      : [
          isBelow
            ? { name, percent, amount: 0 - share.amount, of: -share.of }
            : { name, percent, amount: share.amount, of: share.of },
        ];
  });
}

/** What taxes add up to, for each currency and rate. Those of 0 percent are none. */
export function sumTaxes<Tax extends TaxInAmount & { currency?: string }>(taxes: Tax[]): Tax[] {
  const sums = new Map<string, Tax>();
  for (const tax of taxes) {
    if (tax.percent === 0 || tax.of === 0) continue;
    const key = `${tax.currency ?? ''} ${nameRate(tax)}`;
    const { amount = 0, of = 0 } = sums.get(key) ?? {};
    sums.set(key, { ...tax, amount: amount + tax.amount, of: of + tax.of });
  }
  return [...sums.values()];
}

/** `Includes 19% VAT: $7.98 USD`. @param tax.amount integer cents */
export function sayTax({ name, percent, amount }: TaxInAmount, currency: string): string {
  return `Includes ${nameRate({ name, percent })}: ${nameCharge(amount / 100, currency)}`;
}

/**
 * `19% VAT`, or `19% VAT, 7% on extras`; what is free of tax is left out.
 */
export function nameRates({ name, classes, extras }: TaxRates): string {
  if (classes === extras) return nameRate({ name, percent: classes });
  if (classes === 0) return `${nameRate({ name, percent: extras })} on extras`;
  const ofClass = nameRate({ name, percent: classes });
  return extras === 0 ? `${ofClass}, none on extras` : `${ofClass}, ${extras}% on extras`;
}

/** What stands next to the school's prices, between a start and an end: `Plus 8.875% sales tax`. Empty without a tax. */
export function sayTaxOfPrices(school: Pick<School, 'tax'>, { start = '', end = '' } = {}): string {
  const rates = readRates(school);
  return rates
    ? `${start}${school.tax.isAdded ? 'Plus' : 'Includes'} ${nameRates(rates)}${end}`
    : '';
}
