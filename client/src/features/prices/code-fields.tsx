import { useFormContext } from 'react-hook-form';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { Field } from '../../ui/field.tsx';
import type { DiscountValues } from './discount-values.ts';

/** What families type to get a discount, and how often that is possible. */
export function CodeFields() {
  const { register } = useFormContext<DiscountValues>();
  return (
    <>
      <Field
        label="Code"
        hint="4 to 20 letters and digits. Families type it in their cart, in large or small letters."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...register('code.text')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="First day" type="date" hint="Empty: at once" {...register('code.from')} />
        <Field label="Last day" type="date" hint="Empty: no end" {...register('until')} />
        <Field
          label="How often in all?"
          inputMode="numeric"
          autoComplete="off"
          hint="Each seat is one use. Empty: any number"
          {...register('code.maxUses')}
        />
        <Field
          label="How often for one family?"
          inputMode="numeric"
          autoComplete="off"
          hint="Empty: any number"
          {...register('code.maxPerFamily')}
        />
        <Field
          label={`Only for seats from (${SCHOOL.currency})`}
          inputMode="decimal"
          autoComplete="off"
          hint="Empty: for all seats"
          {...register('code.minimum')}
        />
      </div>
    </>
  );
}
