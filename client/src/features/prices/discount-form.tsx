import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { MAX_DISCOUNT_LABEL } from '@speakifyr/contract/limits.ts';
import type { DiscountKind } from '@speakifyr/contract/prices.ts';
import { readToday } from '../../lib/format.ts';
import { Check } from '../../ui/check.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { CodeFields } from './code-fields.tsx';
import {
  type DiscountProblems,
  type DiscountValues,
  findProblems,
  hasFrom,
} from './discount-values.ts';
import { ClassesField } from './rules/classes-field.tsx';
import { OffFields } from './rules/off-fields.tsx';
import { RuleForm } from './rules/rule-form.tsx';

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
export function DiscountForm({ values, onChange, classes, refused, ...form }: Props) {
  const { kind, unit, stacks } = values;
  const change = (changes: Partial<DiscountValues>) => onChange({ ...values, ...changes });
  return (
    <RuleForm found={findProblems(values)} {...form}>
      {(shown) => {
        const problems = { ...refused, ...shown };
        const bind = (name: 'label' | 'off' | 'until' | 'firstSeats' | 'from') => ({
          value: values[name],
          autoComplete: 'off',
          error: problems[name],
          onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
        });
        return (
          <>
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
            <OffFields
              label="How much is taken off?"
              unit={unit}
              onUnit={(chosen) => change({ unit: chosen })}
              {...bind('off')}
            />
            {kind === 'early' && (
              <div className="grid items-start gap-4 sm:grid-cols-2">
                <Field
                  label="Last day"
                  type="date"
                  min={readToday()}
                  hint="Families who join on this day still get it. Leave it empty if only the seats count."
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
                label={
                  kind === 'sibling' ? 'From which child on?' : 'From which class of a child on?'
                }
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
                >{`Comes off the refund if the ${kind === 'sibling' ? 'sibling’s seat' : 'other class'} is canceled`}</Check>
                <p id="taken-back-hint" className="text-base-content/75 text-sm">
                  Parents read that before they pay, and the amount before they cancel.
                </p>
              </div>
            )}
            {kind === 'code' && (
              <CodeFields values={values} problems={problems} onChange={change} />
            )}
            <ClassesField {...{ values, classes }} error={problems.classIds} onChange={change} />
            <div>
              <Check
                checked={stacks}
                aria-describedby="stacks-hint"
                onChange={({ target }) => change({ stacks: target.checked })}
              >
                Combines with other discounts that do
              </Check>
              <p id="stacks-hint" className="text-base-content/75 text-sm">
                Otherwise a family gets either this one or the others, whichever is cheaper.
              </p>
            </div>
          </>
        );
      }}
    </RuleForm>
  );
}
