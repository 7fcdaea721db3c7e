import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { MAX_DISCOUNT_LABEL } from '@speakifyr/contract/limits.ts';
import type { Discount, DiscountKind } from '@speakifyr/contract/prices.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { useEffect, useEffectEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { readToday } from '../../lib/format.ts';
import { Check } from '../../ui/check.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import { AmountField } from '../../ui/usual-fields.tsx';
import {
  type DiscountValues,
  hasFrom,
  readDiscount,
  type SchoolDiscounts,
  writeDiscount,
} from './discount-values.ts';
import { ClassesField, findClassesProblem } from './rules/classes-field.tsx';
import { OffFields } from './rules/off-fields.tsx';
import { RuleForm, type RuleFormProps } from './rules/rule-form.tsx';
import { findPlace, putRule } from './rules/use-rule-editor.ts';

const KINDS: Record<DiscountKind, { label: string; name: string }> = {
  early: { label: 'Early price', name: 'Early bird' },
  sibling: { label: 'Siblings', name: 'Siblings' },
  weeks: { label: 'Several classes of a child', name: 'Two weeks' },
  returning: { label: 'Families who come back', name: 'Welcome back' },
  code: { label: 'A code that families type', name: 'Summer code' },
};

type Props = RuleFormProps<SchoolDiscounts> & {
  /** Of the discount. */
  id: string;
  saved: SchoolDiscounts;
  classes: ClassChoice[];
  /** @param typed undefined while something is not right */
  onType: (typed: Discount | undefined) => void;
};

/** The fields of one discount. */
export function DiscountForm({ id, saved, classes, onType, ...rest }: Props) {
  const { version, discounts } = saved;
  const known = discounts.find((one) => one.id === id);
  const form = useCallForm('PUT /discounts', {
    defaultValues: writeDiscount(known),
    toInput: (values) => ({
      body: { version, discounts: putRule(discounts, readDiscount(id, values)) },
    }),
    firstField: 'kind',
    at: `discounts.${findPlace(discounts, id)}`,
    findProblems: (values) => ({
      until: isOver(values) && 'Please choose today or a later day.',
      classIds: findClassesProblem(values),
    }),
  });
  const { isValid, isDirty } = form.formState;
  const values = useWatch({ control: form.control }) as DiscountValues;
  const { kind } = values;
  const isRight = isValid || (known && !isDirty);
  const tell = useEffectEvent(() => onType(isRight ? readDiscount(id, values) : undefined));
  useEffect(() => tell(), [isRight, values]);

  return (
    <RuleForm form={form} {...rest}>
      <SelectField label="What is it for?" {...form.register('kind')}>
        {Object.entries(KINDS).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Field
        label="Name that parents read"
        autoComplete="off"
        maxLength={MAX_DISCOUNT_LABEL}
        hint={`For example: ${KINDS[kind].name}`}
        {...form.register('label')}
      />
      <OffFields label="How much is taken off?" />
      {kind === 'early' && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label="Last day"
            type="date"
            min={readToday()}
            hint="Families who join on this day still get it. Leave it empty if only the seats count."
            {...form.register('until')}
          />
          <Field
            label="For how many seats of a class?"
            inputMode="numeric"
            autoComplete="off"
            hint="For the first ones. Leave it empty if only the day counts."
            {...form.register('firstSeats')}
          />
        </div>
      )}
      {hasFrom(kind) && (
        <Field
          label={kind === 'sibling' ? 'From which child on?' : 'From which class of a child on?'}
          inputMode="numeric"
          autoComplete="off"
          hint={`2 for the second ${kind === 'sibling' ? 'child' : 'class'}, and all after it`}
          {...form.register('from')}
        />
      )}
      {kind === 'early' && (
        <Check {...form.register('isForWaiting')}>
          Also for families who joined the waiting list in time and are offered a seat later
        </Check>
      )}
      {hasFrom(kind) && (
        <div>
          <Check
            aria-describedby="taken-back-hint"
            {...form.register('isTakenBack')}
          >{`Comes off the refund if the ${kind === 'sibling' ? 'sibling’s seat' : 'other class'} is canceled`}</Check>
          <p id="taken-back-hint" className="text-base-content/75 text-sm">
            Parents read that before they pay, and the amount before they cancel.
          </p>
        </div>
      )}
      {kind === 'code' && <CodeFields />}
      <ClassesField classes={classes} />
      <div>
        <Check aria-describedby="stacks-hint" {...form.register('stacks')}>
          Combines with other discounts that do
        </Check>
        <p id="stacks-hint" className="text-base-content/75 text-sm">
          Otherwise a family gets either this one or the others, whichever is cheaper.
        </p>
      </div>
    </RuleForm>
  );
}

/** The server takes it: the list has older discounts that have ended. */
function isOver({ kind, until }: DiscountValues): boolean {
  return kind === 'early' && until !== '' && until < readToday();
}

/** What families type to get a discount, and how often that is possible. */
function CodeFields() {
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
        <AmountField
          label={`Only for seats from (${SCHOOL.currency})`}
          hint="Empty: for all seats"
          {...register('code.minimum')}
        />
      </div>
    </>
  );
}
