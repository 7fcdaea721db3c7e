import type { ComponentProps } from 'react';
import { currency } from '../../../lib/config.ts';
import { Field, SelectField } from '../../../ui/field.tsx';

export type Unit = 'percent' | 'amount';
type Props = ComponentProps<typeof Field> & { unit: Unit; onUnit: (unit: Unit) => void };

/** How much is taken off a price: a part of it, or an amount. */
export function OffFields({ unit, onUnit, ...field }: Props) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field inputMode="decimal" {...field} />
      <SelectField
        label="Percent or amount?"
        value={unit}
        onChange={({ target }) => onUnit(target.value as Unit)}
      >
        <option value="percent">Percent</option>
        <option value="amount">{currency}</option>
      </SelectField>
    </div>
  );
}
