import type { CampClass } from '@speakifyr/contract/classes.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { sayTaxOfPrices } from '@speakifyr/contract/tax.ts';
import { priceToday } from '../../classes/early-price.tsx';
import { formatDollars } from '../../../lib/format.ts';
import { sayWithTax } from '../../../lib/price-with-tax.ts';
import { formatCamp } from '../../../lib/say-days.ts';

/** The class that a dialog is about: its name, days, and the price of a seat. */
export function ClassLine({ campClass }: { campClass: CampClass }) {
  return (
    <p className="text-base-content/80 mt-1 [overflow-wrap:anywhere]">
      <span>{`${campClass.name} · ${formatCamp(campClass)} · `}</span>
      <span className="whitespace-nowrap">{`${formatDollars(priceToday(campClass))}${campClass.price > 0 ? ' a seat' : ''}`}</span>
      {campClass.price > 0 && (
        <span>{`${sayTaxOfPrices(SCHOOL, { start: ' · ' })}${sayWithTax(priceToday(campClass), { start: ' · ' })}`}</span>
      )}
    </p>
  );
}
