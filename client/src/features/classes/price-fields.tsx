import { MAX_PRICE } from '@speakifyr/contract/limits.ts';
import { useId } from 'react';
import { DOLLAR, readPriceSign } from '../../lib/format.ts';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { FieldError } from '../../ui/field.tsx';
import { readPrice } from './class-filter.ts';

type Prices = { minPrice: number | undefined; maxPrice: number | undefined };
type Props = Prices & { onChange: (prices: Partial<Prices>) => void };

/** The lowest and the highest price; either may be left open. */
export function PriceFields({ minPrice, maxPrice, onChange }: Props) {
  const errorId = useId();
  const isUpsideDown = minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice;
  const describedBy = isUpsideDown ? errorId : undefined;
  return (
    <fieldset className="relative">
      <legend className="mb-1.5 font-semibold">Price</legend>
      <div className="flex items-center gap-2">
        <PriceField
          label="From"
          price={minPrice}
          describedBy={describedBy}
          onChange={(price) => onChange({ minPrice: price })}
        />
        <span aria-hidden="true">–</span>
        <PriceField
          label="To"
          price={maxPrice}
          describedBy={describedBy}
          onChange={(price) => onChange({ maxPrice: price })}
        />
      </div>
      {isUpsideDown && (
        <FieldError id={errorId}>The lowest price is higher than the highest.</FieldError>
      )}
    </fieldset>
  );
}

type FieldProps = {
  label: string;
  price: number | undefined;
  describedBy: string | undefined;
  onChange: (price: number | undefined) => void;
};

function PriceField({ label, price, describedBy, onChange }: FieldProps) {
  const sign = readPriceSign();
  const { typed, setTyped } = useTypedText(String(price ?? ''), (text) =>
    onChange(readPrice(text)),
  );
  return (
    <label className="input input-lg bg-base-100 w-full min-w-0 text-base">
      <span className="text-base-content/75" aria-hidden="true">
        {sign}
      </span>
      <input
        type="number"
        inputMode="decimal"
        min={0}
        max={MAX_PRICE}
        step="any"
        placeholder={label}
        aria-label={`Price ${label.toLowerCase()}, in ${sign === DOLLAR ? 'dollars' : sign}`}
        aria-invalid={describedBy !== undefined}
        aria-describedby={describedBy}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  );
}
