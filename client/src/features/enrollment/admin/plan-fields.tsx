import { MAX_PLAN_PARTS } from '@speakifyr/contract/limits.ts';
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { addDays } from '@speakifyr/contract/days.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { formatDay, nameCharge, readToday } from '../../../lib/format.ts';
import { readCents, readTypedCents } from '../../../lib/read-cents.ts';
import { Field } from '../../../ui/field.tsx';
import { useFormState } from '../../../ui/form-state.ts';
import { AmountField } from '../../../ui/usual-fields.tsx';

/**
 * A part of the rest as it is typed. The last one has no amount: it takes what is left. `before`: how many days before
 * the first day, instead of a date.
 */
type TypedPart = { due: string; before: string; amount: string };
type PlanValues = { plan: TypedPart[] };

export const FIRST_PART: TypedPart = { due: '', before: '', amount: '' };

/**
 * The day on which a part is due. R350
 * @param start the first day of the first class
 */
function findDue({ due, before }: Omit<TypedPart, 'amount'>, start: string): string {
  return /^[1-9]\d{0,2}$/.test(before) ? addDays(start, -Number(before)) : due;
}

/** The parts as the server gets them. */
export function readPlan(parts: TypedPart[], start: string): { due: string; amount?: number }[] {
  return parts.map((part, place) => ({
    due: findDue(part, start),
    ...(place < parts.length - 1 && { amount: readTypedCents(part.amount) }),
  }));
}

type Props = {
  /** What is left to pay after the deposit, in cents; undefined if only the server knows. */
  rest: number | undefined;
  /** The first day of the first class, yyyy-mm-dd. */
  start: string;
};

/** When the rest of a price is due: one or more parts, the last of which takes what is left. */
export function PlanFields({ rest, start }: Props) {
  const { control } = useFormContext<PlanValues>();
  const { fields, insert, remove } = useFieldArray({ control, name: 'plan' });
  const parts = useWatch({ control, name: 'plan' });
  const before = parts.slice(0, -1).reduce((sum, { amount }) => sum + (readCents(amount) ?? 0), 0);
  const last = fields.length - 1;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">When is the rest due?</legend>
      {fields.map(({ id }, place) => (
        <PartFields
          key={id}
          place={place}
          isLast={place === last}
          left={rest === undefined ? undefined : Math.max(0, rest - before)}
          start={start}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {fields.length < MAX_PLAN_PARTS && (
          <button
            type="button"
            className="btn btn-outline btn-sm"
            onClick={() => insert(last, FIRST_PART, { shouldFocus: false })}
          >
            Add a part
          </button>
        )}
        {fields.length > 1 && (
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => remove(last - 1)}>
            Remove a part
          </button>
        )}
      </div>
    </fieldset>
  );
}

type PartProps = {
  place: number;
  /** The others have an amount of their own. */
  isLast: boolean;
  /** What the last part takes, in cents, if it is known. */
  left: number | undefined;
  start: string;
};

function PartFields({ place, isLast, left, start }: PartProps) {
  const { control, register, setValue } = useFormContext<PlanValues>();
  const { findError } = useFormState();
  const due = `plan.${place}.due` as const;
  const before = `plan.${place}.before` as const;
  const { field } = useController({ control, name: due });
  const typed = useWatch({ control, name: before });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={`Part ${place + 1} is due`}
        type="date"
        min={readToday()}
        {...(isLast && {
          hint: `It takes the rest${left === undefined ? '' : `: ${nameCharge(left / 100)}`}.`,
          // What is wrong with all of them together.
          error: findError('plan'),
        })}
        {...field}
        value={findDue({ due: field.value, before: typed }, start)}
        onChange={(event) => {
          setValue(before, '');
          field.onChange(event);
        }}
      />
      {start && (
        <Field
          label={`Or days before the start (part ${place + 1})`}
          type="number"
          min={1}
          max={999}
          hint={`The first class starts on ${formatDay(start)}.`}
          {...register(before, { deps: due, onChange: () => setValue(due, '') })}
        />
      )}
      {!isLast && (
        <AmountField
          label={`Amount of part ${place + 1} (${SCHOOL.currency})`}
          {...register(`plan.${place}.amount`)}
        />
      )}
    </div>
  );
}
