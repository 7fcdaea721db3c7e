import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { MAX_EXTRA_LABEL } from '@speakifyr/contract/limits.ts';
import type { ReactNode } from 'react';
import { currency } from '../../../lib/config.ts';
import { Check } from '../../../ui/check.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { ClassesField } from '../rules/classes-field.tsx';
import { RuleForm } from '../rules/rule-form.tsx';
import { type ExtraValues, findExtraProblems } from './extra-values.ts';

type Props = {
  title: string;
  values: ExtraValues;
  onChange: (values: ExtraValues) => void;
  classes: AdminClass[];
  isBusy: boolean;
  onSave: () => void;
  onCancel: () => void;
  /** What the server says is wrong. */
  problem: ReactNode;
};

/** The fields of one extra. */
export function ExtraForm({ values, onChange, classes, ...form }: Props) {
  const { per, isRefundable } = values;
  const change = (changes: Partial<ExtraValues>) => onChange({ ...values, ...changes });
  return (
    <RuleForm found={findExtraProblems(values)} {...form}>
      {(problems) => {
        const bind = (name: 'label' | 'price' | 'options' | 'capacity') => ({
          value: values[name],
          autoComplete: 'off',
          error: problems[name],
          onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
        });
        return (
          <>
            <Field
              label="Name that parents read"
              maxLength={MAX_EXTRA_LABEL}
              hint="For example: Lunch"
              {...bind('label')}
            />
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <Field label={`Price in ${currency}`} inputMode="decimal" {...bind('price')} />
              <SelectField
                label="For what?"
                value={per}
                onChange={({ target }) => change({ per: target.value as ExtraValues['per'] })}
              >
                <option value="day">Each camp day</option>
                <option value="once">Once for the class</option>
              </SelectField>
            </div>
            <Field
              label="Choices"
              hint="Such as sizes, with commas: S, M, L. Leave it empty if there is nothing to choose."
              {...bind('options')}
            />
            <Field
              label="How many in each class?"
              inputMode="numeric"
              hint="Leave it empty if there is enough for everybody."
              {...bind('capacity')}
            />
            <ClassesField {...{ values, classes }} error={problems.classIds} onChange={change} />
            <div>
              <Check
                checked={isRefundable}
                aria-describedby="refundable-hint"
                onChange={({ target }) => change({ isRefundable: target.checked })}
              >
                Refundable if the seat is canceled
              </Check>
              <p id="refundable-hint" className="text-base-content/75 text-sm">
                As much of it as the refund policy says. Otherwise, the school keeps it.
              </p>
            </div>
          </>
        );
      }}
    </RuleForm>
  );
}
