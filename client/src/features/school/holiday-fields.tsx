import type { School } from '@speakifyr/contract/school-schema.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { readToday } from '../../lib/format.ts';
import { Field } from '../../ui/field.tsx';
import { SCHOOL_LABELS } from './school-labels.ts';

/** One day has no last one here. */
type Values = Pick<School, 'holidays'>;

/** Single days, or several in a row, on which no class meets. R626 */
export function HolidayFields() {
  const { control, register } = useFormContext<Values>();
  const { fields, append, remove } = useFieldArray({ control, name: 'holidays' });
  return (
    <fieldset>
      <legend className="font-bold">{SCHOOL_LABELS.holidays}</legend>
      <p className="text-base-content/75 mt-1 text-sm">
        Such as a public holiday. New classes leave these days out, and so do those that nobody has
        joined yet.
      </p>
      <ul className="mt-3 grid gap-4">
        {fields.map(({ id }, index) => (
          <li key={id} className="rounded-box border-base-300 grid gap-4 border p-4">
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <Field label="From" type="date" {...register(`holidays.${index}.from`)} />
              <Field
                label="To"
                type="date"
                hint="Empty: only this day"
                {...register(`holidays.${index}.to`)}
              />
            </div>
            <Field
              label="Name of the day"
              placeholder="Founders’ Day"
              hint="May be empty"
              maxLength={60}
              {...register(`holidays.${index}.name`)}
            />
            <button
              type="button"
              className="btn btn-ghost btn-sm text-error -ml-3 min-h-11 justify-self-start"
              onClick={() => remove(index)}
            >
              <Trash2 className="size-4" aria-hidden="true" />
              {`Remove day off ${index + 1}`}
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="btn btn-outline mt-3"
        disabled={fields.length >= 60}
        onClick={() => append({ from: readToday(), to: '', name: '' })}
      >
        <Plus className="size-5" aria-hidden="true" />
        <span>Add a day off</span>
      </button>
    </fieldset>
  );
}
