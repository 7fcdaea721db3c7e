import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { MAX_EXTRA_LABEL } from '@speakifyr/contract/limits.ts';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { currency } from '../../../lib/config.ts';
import { Check } from '../../../ui/check.tsx';
import { ClassPicker } from '../../../ui/class-picker.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
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
export function ExtraForm(props: Props) {
  const { title, values, onChange, classes, isBusy, onSave, onCancel, problem } = props;
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { per, isRefundable, isForAll, classIds } = values;
  const found = findExtraProblems(values);
  const problems = isChecked ? found : {};
  const change = (changes: Partial<ExtraValues>) => onChange({ ...values, ...changes });
  const bind = (name: 'label' | 'price' | 'options' | 'capacity') => ({
    value: values[name],
    autoComplete: 'off',
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    flushSync(() => setChecked(true));
    if (Object.keys(found).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else onSave();
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      className="rounded-box border-primary grid gap-4 border-2 p-4 sm:p-5"
      onSubmit={submit}
    >
      <h3 className="text-lg font-bold">{title}</h3>
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
      <SelectField
        label="For which classes?"
        value={isForAll ? 'all' : 'some'}
        onChange={({ target }) => change({ isForAll: target.value === 'all' })}
      >
        <option value="all">All classes</option>
        <option value="some">Only some</option>
      </SelectField>
      {!isForAll && (
        <ClassPicker
          classes={classes.map((one) => (one.isDraft ? { ...one, note: 'draft' } : one))}
          chosen={classIds}
          onChange={(chosen) => change({ classIds: chosen })}
          error={problems.classIds}
        />
      )}
      <div>
        <Check
          checked={isRefundable}
          aria-describedby="refundable-hint"
          onChange={({ target }) => change({ isRefundable: target.checked })}
        >
          Comes back if the seat is canceled
        </Check>
        <p id="refundable-hint" className="text-base-content/75 text-sm">
          As much of it as the refund policy says. Otherwise, the school keeps it.
        </p>
      </div>
      {problem}
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Save</SubmitButton>
        <button
          type="button"
          className="btn btn-ghost btn-lg w-full text-base sm:w-auto"
          disabled={isBusy}
          onClick={onCancel}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}
