import { currency } from '../../lib/config.ts';
import { Field } from '../../ui/field.tsx';
import type { CodeValues, DiscountProblems } from './discount-values.ts';

type Props = {
  values: CodeValues;
  problems: DiscountProblems;
  onChange: (changes: Partial<CodeValues>) => void;
};

/** What families type to get a discount, and how often that is possible. */
export function CodeFields({ values, problems, onChange }: Props) {
  const bind = (name: keyof CodeValues) => ({
    value: values[name],
    autoComplete: 'off',
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <Field
        label="Code"
        hint="4 to 20 letters and digits. Families type it in their cart, in large or small letters."
        autoCapitalize="characters"
        spellCheck={false}
        {...bind('text')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="First day" type="date" hint="Empty: at once" {...bind('codeFrom')} />
        <Field label="Last day" type="date" hint="Empty: no end" {...bind('codeUntil')} />
        <Field
          label="How often in all?"
          inputMode="numeric"
          hint="Each seat is one use. Empty: any number"
          {...bind('maxUses')}
        />
        <Field
          label="How often for one family?"
          inputMode="numeric"
          hint="Empty: any number"
          {...bind('maxPerFamily')}
        />
        <Field
          label={`Only for seats from (${currency})`}
          inputMode="decimal"
          hint="Empty: for all seats"
          {...bind('minimum')}
        />
      </div>
    </>
  );
}
