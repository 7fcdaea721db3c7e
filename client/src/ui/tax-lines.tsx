import type { TaxInAmount } from '@speakifyr/contract/payments.ts';
import { nameRate, sayTax, sumTaxes } from '@speakifyr/contract/tax.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';

type Props = {
  taxes: TaxInAmount[] | undefined;
  /** What it is paid in, if not in the school's currency. */
  currency?: string;
  className?: string;
};

/** The taxes in an amount, one line for each rate. Renders nothing without one. R615, R629 */
export function TaxLines({ taxes = [], currency = SCHOOL.currency, className = '' }: Props) {
  return sumTaxes(taxes).map((tax) => (
    <span key={nameRate(tax)} className={`block tabular-nums ${className}`}>
      {sayTax(tax, currency)}
    </span>
  ));
}
