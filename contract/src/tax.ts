import { nameCharge, toCents } from './format.ts';
import type { TaxInAmount } from './payments.ts';
import type { School } from './school-schema.ts';

type Rate = Pick<TaxInAmount, 'name' | 'percent'>;
/** With the currency of its amounts, in which emails and sums name it. */
export type Taxed = TaxInAmount & { currency: string };

/** The rates of one seat, in percent of what it costs without them. 0: that kind is free of tax. */
export type TaxRates = { name: string; classes: number; extras: number };

/**
 * The rates of a seat's price, as they were when it was held, and whether they were added to the school's prices or were in
 * them.
 */
export type SeatTax = TaxRates | { included: TaxRates };

/**
 * The school's tax. One that is added becomes a part of a seat's price when the seat is held, so from then on both kinds are
 * simply in the amounts. Pages and papers of a school without one say nothing of it. R615, R629, R630, decisions/0124
 */

/** @returns undefined for a school without a tax */
export function readRates({ tax }: Pick<School, 'tax'>): TaxRates | undefined {
  const { name, percent: classes } = tax;
  const extras = tax.extras ?? classes;
  return classes > 0 || extras > 0 ? { name, classes, extras } : undefined;
}

/** What the school adds to its prices. @returns undefined if its prices are all that is paid */
export function readAdded(school: Pick<School, 'tax'>): TaxRates | undefined {
  return school.tax.isAdded ? readRates(school) : undefined;
}

/** What a seat that is held now keeps of it. @returns undefined for a school without a tax */
export function freezeTax(school: Pick<School, 'tax'>): SeatTax | undefined {
  const rates = readRates(school);
  return rates && (school.tax.isAdded ? rates : { included: rates });
}

/** What was added to the price of a seat. @returns undefined if its price was all that is paid */
export function addedTo({ tax }: { tax?: SeatTax | undefined }): TaxRates | undefined {
  return tax && 'included' in tax ? undefined : tax;
}

/** Percentages have up to three decimals. */
const toThousandths = (percent: number) => Math.round(percent * 1_000);

/** An amount with the tax that is added to it. @param net integer cents @returns integer cents */
export function withTax(net: number, percent = 0): number {
  return Math.round((net * (100_000 + toThousandths(percent))) / 100_000);
}

/** What `withTax` made this amount of. */
export function withoutTax(gross: number, percent = 0): number {
  return Math.round((gross * 100_000) / (100_000 + toThousandths(percent)));
}

/**
 * What a family pays for a seat at a price that the school has set, before its own discounts: with the tax that is added. Cards,
 * search, structured data and the waiting list ask this. R637
 * @param price whole currency units
 * @returns whole currency units
 */
export function priceWithTax(price: number, school: Pick<School, 'tax'>): number {
  return withTax(toCents(price), readAdded(school)?.classes) / 100;
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
  // A price without lines is the class's.
  const each = sum > 0 ? [parts.ofClass, ...parts.ofExtras] : [amount];
  const taxes = sumTaxes(
    each.map((of, place) => taxIn({ name, percent: place === 0 ? classes : extras }, of)),
  );
  return sum > 0 && sum !== amount ? takeTaxes({ amount: sum, taxes }, amount) : taxes;
}

/** What was sold, or is left of it: an amount, and the taxes in it. */
export type Sold = { amount: number; taxes: TaxInAmount[] };

/**
 * The taxes in a part of an amount, such as a refund of it.
 * @param whole what was paid, and the taxes in it
 * @param cents below 0 for what comes back the other way
 */
export function shareTaxes(whole: Sold, cents: number): TaxInAmount[] {
  const taxes = takeTaxes(whole, Math.abs(cents));
  return cents < 0 ? taxes.map(negateTax) : taxes;
}

/**
 * The taxes in a part of what is left of an amount. What is taken bit by bit adds up to the whole, for each rate and to the cent,
 * and none of it has more tax than is left. R638
 * @param cents not below 0
 * @param first what the part is for, if that is known: so much of what has this rate
 */
export function takeTaxes(
  left: Sold,
  cents: number,
  first?: { percent: number; amount: number },
): TaxInAmount[] {
  const rates = [...left.taxes, untaxedOf(left)];
  const wanted = rates.filter(({ percent }) => percent === first?.percent);
  const others = rates.filter(({ percent }) => percent !== first?.percent);
  const most = sumOf(wanted);
  const ofWanted = Math.min(most, cents, Math.max(first?.amount ?? 0, cents - sumOf(others)));
  const shares = [...splitTaxes(wanted, ofWanted), ...splitTaxes(others, cents - ofWanted)];
  // In the order of the paper that it is a part of.
  return [...wanted, ...others]
    .map((rate, place) => ({ at: rates.indexOf(rate), share: shares[place] ?? rate }))
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ share }) => (share.percent > 0 && share.of !== 0 ? [share] : []));
}

/** In proportion. Each share and its tax only grow with the cents. */
function splitTaxes(taxes: TaxInAmount[], cents: number): TaxInAmount[] {
  let rest = cents;
  let all = sumOf(taxes);
  return taxes.map(({ name, percent, amount, of: whole }) => {
    const of = all === 0 ? 0 : Math.round((rest * whole) / all);
    rest -= of;
    all -= whole;
    return { name, percent, amount: whole === 0 ? 0 : Math.round((amount * of) / whole), of };
  });
}

/** What is left of an amount after others of it, with the taxes in that. */
export function leaveTaxes(whole: Sold, taken: Sold[]): Sold {
  return {
    amount: taken.reduce((rest, { amount }) => rest - amount, whole.amount),
    taxes: sumTaxes([...whole.taxes, ...taken.flatMap(({ taxes }) => taxes.map(negateTax))]).filter(
      ({ amount, of }) => amount !== 0 || of !== 0,
    ),
  };
}

/** A part of what was sold, and how much of it has the rate that it is about, if that is known. */
type Part = { amount: number; first?: { percent: number; amount: number } | undefined };

/**
 * The taxes in a part of a price that is paid. The last part takes what the others have left.
 * @param whole the price
 * @param papers what others say of it already, credit notes below 0
 */
export function payTaxes(whole: Sold, papers: Sold[], { amount, first }: Part): TaxInAmount[] {
  const left = leaveTaxes(whole, papers);
  return takeTaxes(hasAtLeast(left, amount) ? left : whole, amount, first);
}

/**
 * The taxes in a refund, as its credit note says. A fee that is kept with a rate of its own is charged on it: what it is kept of goes
 * back, too. R638
 * @param left of what was paid
 */
export function returnTaxes(
  whole: Sold,
  left: Sold,
  { amount, first, fee }: Part & { fee?: (Rate & { amount: number }) | undefined },
): TaxInAmount[] {
  if (!hasAtLeast(left, amount)) return shareTaxes(whole, amount);
  if (!fee) return takeTaxes(left, amount, first);
  const charged = Math.min(fee.amount, left.amount - amount);
  return sumTaxes([...takeTaxes(left, amount + charged, first), negateTax(taxIn(fee, charged))]);
}

/** Whether all of its parts are there, none of them less than nothing, and so much of them. */
function hasAtLeast(sold: Sold, cents: number): boolean {
  return sold.amount >= cents && isSold(sold);
}

function isSold(sold: Sold): boolean {
  return [...sold.taxes, untaxedOf(sold)].every(({ amount, of }) => amount >= 0 && of >= 0);
}

function untaxedOf({ amount, taxes }: Sold): TaxInAmount {
  return { name: '', percent: 0, amount: 0, of: amount - sumOf(taxes) };
}

const sumOf = (taxes: TaxInAmount[]) => taxes.reduce((sum, { of }) => sum + of, 0);

export function negateTax({ name, percent, amount, of }: TaxInAmount): TaxInAmount {
  return { name, percent, amount: 0 - amount, of: 0 - of };
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

/** `19% VAT` */
export function nameRate({ name, percent }: Rate): string {
  return `${percent}% ${name}`;
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
