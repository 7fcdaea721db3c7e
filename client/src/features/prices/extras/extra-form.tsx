import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { MAX_EXTRA_LABEL } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { Check } from '../../../ui/check.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { AmountField } from '../../../ui/usual-fields.tsx';
import { ClassesField, findClassesProblem } from '../rules/classes-field.tsx';
import { RuleForm, type RuleFormProps } from '../rules/rule-form.tsx';
import { findPlace, putRule } from '../rules/use-rule-editor.ts';
import { readExtra, type SchoolExtras, writeExtra } from './extra-values.ts';

type Props = RuleFormProps<SchoolExtras> & {
  /** Of the extra. */
  id: string;
  saved: SchoolExtras;
  classes: ClassChoice[];
};

/** The fields of one extra. */
export function ExtraForm({ id, saved, classes, ...rest }: Props) {
  const { version, extras } = saved;
  const form = useCallForm('PUT /extras', {
    defaultValues: writeExtra(extras.find((one) => one.id === id)),
    toInput: (values) => ({ body: { version, extras: putRule(extras, readExtra(id, values)) } }),
    firstField: 'label',
    at: `extras.${findPlace(extras, id)}`,
    findProblems: (values) => ({ classIds: findClassesProblem(values) }),
  });
  // One field has the whole list: what is wrong with one of its entries stands there, too.
  const wrongOption = [form.formState.errors.options].flat().find(Boolean);

  return (
    <RuleForm form={form} {...rest}>
      <Field
        label="Name that parents read"
        autoComplete="off"
        maxLength={MAX_EXTRA_LABEL}
        hint="For example: Lunch"
        {...form.register('label')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AmountField label={`Price in ${SCHOOL.currency}`} {...form.register('price')} />
        <SelectField label="For what?" {...form.register('per')}>
          <option value="day">Each camp day</option>
          <option value="once">Once for the class</option>
        </SelectField>
      </div>
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="From" type="time" hint="Such as early care" {...form.register('from')} />
        <Field label="Until" type="time" hint="Such as late care" {...form.register('until')} />
      </div>
      <Field
        label="Choices"
        autoComplete="off"
        hint="Such as sizes, with commas: S, M, L. Leave it empty if there is nothing to choose."
        error={wrongOption?.message}
        {...form.register('options')}
      />
      <Field
        label="How many in each class?"
        inputMode="numeric"
        autoComplete="off"
        hint="With a price each camp day, on each day. Empty if there is enough for everybody."
        {...form.register('capacity')}
      />
      <ClassesField classes={classes} />
      <div>
        <Check aria-describedby="refundable-hint" {...form.register('isRefundable')}>
          Refundable if the seat is canceled
        </Check>
        <p id="refundable-hint" className="text-base-content/75 text-sm">
          As much of it as the refund policy says. Otherwise, the school keeps it.
        </p>
      </div>
    </RuleForm>
  );
}
