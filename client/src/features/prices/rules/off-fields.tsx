import { useFormContext, useWatch } from 'react-hook-form';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { type FieldTexts, SelectField } from '../../../ui/field.tsx';
import { AmountField } from '../../../ui/usual-fields.tsx';

/** What a form has for it: the unit, and what is typed in each. Only one of them counts. */
export type OffValues = { unit: 'percent' | 'amount'; percent: string; amount: string };

type Props = Pick<FieldTexts, 'label' | 'hint'> & {
  /** Where in the form its values are. */
  at?: 'award.' | '';
};

/** How much is taken off a price: a part of it, or an amount. */
export function OffFields({ at = '', ...texts }: Props) {
  const { register, control, getValues, setValue } = useFormContext();
  const unit = useWatch({ control, name: `${at}unit` }) as OffValues['unit'];
  const other = unit === 'percent' ? 'amount' : 'percent';
  const keepTyped = () => setValue(at + other, getValues(at + unit));
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <AmountField key={unit} {...texts} {...register(at + unit)} />
      <SelectField label="Percent or amount?" {...register(`${at}unit`, { onChange: keepTyped })}>
        <option value="percent">Percent</option>
        <option value="amount">{SCHOOL.currency}</option>
      </SelectField>
    </div>
  );
}
