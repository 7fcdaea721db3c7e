import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { MAX_DISCOUNT_LABEL } from '@speakifyr/contract/limits.ts';
import type { DiscountKind } from '@speakifyr/contract/prices.ts';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { currency } from '../../lib/config.ts';
import { readToday } from '../../lib/format.ts';
import { Check } from '../../ui/check.tsx';
import { ClassPicker } from '../../ui/class-picker.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { CodeFields } from './code-fields.tsx';
import {
  type DiscountProblems,
  type DiscountValues,
  findProblems,
  hasFrom,
} from './discount-values.ts';

const KINDS: Record<DiscountKind, { label: string; name: string }> = {
  early: { label: 'Early price', name: 'Early bird' },
  sibling: { label: 'Siblings', name: 'Siblings' },
  weeks: { label: 'Several classes of a child', name: 'Two weeks' },
  returning: { label: 'Families who come back', name: 'Welcome back' },
  code: { label: 'A code that families type', name: 'Summer code' },
};

type Props = {
  title: string;
  values: DiscountValues;
  onChange: (values: DiscountValues) => void;
  classes: AdminClass[];
  /** What the server says about the fields. */
  refused: DiscountProblems;
  isBusy: boolean;
  onSave: () => void;
  onCancel: () => void;
  /** What is wrong with the discounts as a whole. */
  problem: React.ReactNode;
};

/** The fields of one discount. */
export function DiscountForm(props: Props) {
  const { title, values, onChange, classes, refused, isBusy, onSave, onCancel, problem } = props;
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { kind, unit, isForAll, classIds, stacks } = values;
  const found = findProblems(values);
  const problems = isChecked ? { ...refused, ...found } : refused;
  const change = (changes: Partial<DiscountValues>) => onChange({ ...values, ...changes });
  const bind = (name: 'label' | 'off' | 'until' | 'firstSeats' | 'from') => ({
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
      <SelectField
        label="What is it for?"
        value={kind}
        onChange={({ target }) => change({ kind: target.value as DiscountKind })}
      >
        {Object.entries(KINDS).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Field
        label="Name that parents read"
        maxLength={MAX_DISCOUNT_LABEL}
        hint={`For example: ${KINDS[kind].name}`}
        {...bind('label')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="How much is taken off?" inputMode="decimal" {...bind('off')} />
        <SelectField
          label="Percent or amount?"
          value={unit}
          onChange={({ target }) => change({ unit: target.value as DiscountValues['unit'] })}
        >
          <option value="percent">Percent</option>
          <option value="amount">{currency}</option>
        </SelectField>
      </div>
      {kind === 'early' && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label="Last day"
            type="date"
            min={readToday()}
            hint="Who joins on this day still gets it. Leave it empty if only the seats count."
            {...bind('until')}
          />
          <Field
            label="For how many seats of a class?"
            inputMode="numeric"
            hint="For the first ones. Leave it empty if only the day counts."
            {...bind('firstSeats')}
          />
        </div>
      )}
      {hasFrom(kind) && (
        <Field
          label={kind === 'sibling' ? 'From which child on?' : 'From which class of a child on?'}
          inputMode="numeric"
          hint={`2 for the second ${kind === 'sibling' ? 'child' : 'class'}, and all after it`}
          {...bind('from')}
        />
      )}
      {kind === 'early' && (
        <Check
          checked={values.isForWaiting}
          onChange={({ target }) => change({ isForWaiting: target.checked })}
        >
          Also for families who joined the waiting list in time and are offered a seat later
        </Check>
      )}
      {hasFrom(kind) && (
        <div>
          <Check
            checked={values.isTakenBack}
            aria-describedby="taken-back-hint"
            onChange={({ target }) => change({ isTakenBack: target.checked })}
          >
            Comes off the refund if the {kind === 'sibling' ? 'sibling’s seat' : 'other class'} is
            canceled
          </Check>
          <p id="taken-back-hint" className="text-base-content/75 text-sm">
            Parents read that before they pay, and the amount before they cancel.
          </p>
        </div>
      )}
      {kind === 'code' && <CodeFields values={values} problems={problems} onChange={change} />}
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
          checked={stacks}
          aria-describedby="stacks-hint"
          onChange={({ target }) => change({ stacks: target.checked })}
        >
          Adds to other discounts that do, too
        </Check>
        <p id="stacks-hint" className="text-base-content/75 text-sm">
          Otherwise a family gets either this one or the others, whichever is cheaper.
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
