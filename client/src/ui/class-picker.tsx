import type { SchoolClass } from '@speakifyr/contract/office.ts';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { formatDays } from '../lib/format.ts';
import { matchClassWords } from '../lib/match-words.ts';
import { listStarts } from '../lib/start-choices.ts';
import { Field, SelectField } from './field.tsx';

/** With more classes than this, there is a field to find one. */
const FEW = 10;

type Props = {
  /** By their first day. */
  classes: (Pick<SchoolClass, '_id' | 'name' | 'course_tag' | 'camp_start' | 'camp_end'> & {
    instructor: string;
    note?: string;
  })[];
  /** The field of the form around: the ids of those that are chosen. Those of other classes stay chosen. */
  name: string;
};

/** Chooses among many classes: all that start in a week or on a day at once, or one by one. */
export function ClassPicker({ classes, name }: Props) {
  const { control } = useFormContext();
  const {
    field: { value, onChange, ref },
    fieldState: { error },
  } = useController({ control, name });
  const chosen = value as string[];
  const [search, setSearch] = useState('');
  const starts = listStarts(classes);
  const shown = classes.filter((one) => matchClassWords(one, search));
  const others = chosen.filter((id) => classes.every(({ _id }) => _id !== id));
  return (
    <>
      <SelectField
        ref={ref}
        label="Choose all that start"
        value=""
        error={error?.message}
        onChange={({ target }) => onChange(starts[Number(target.value)]?.ids ?? [])}
      >
        <option value="" disabled>
          Choose…
        </option>
        {starts.map(({ label, ids }, place) => (
          <option key={label} value={place}>
            {label} ({ids.length})
          </option>
        ))}
      </SelectField>
      {classes.length > FEW && (
        <Field
          label="Find a class"
          placeholder="Name, tag or instructor"
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          // The classes are part of a form, which Enter would send.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <fieldset className="min-w-0">
        <legend
          className="mb-1.5 font-semibold"
          aria-live="polite"
        >{`Classes: ${chosen.length - others.length} of ${classes.length} chosen${others.length > 0 ? `, and ${others.length} that are over or not open` : ''}`}</legend>
        <ul className="rounded-field border-base-content/25 max-h-72 overflow-y-auto border px-4 py-1">
          {shown.map(({ _id, name, camp_start, camp_end, note }) => (
            <li key={_id}>
              <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
                <input
                  type="checkbox"
                  className="accent-primary mt-0.5 size-5 shrink-0"
                  checked={chosen.includes(_id)}
                  onChange={({ target }) =>
                    onChange(
                      target.checked ? [...chosen, _id] : chosen.filter((one) => one !== _id),
                    )
                  }
                />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <span className="block font-semibold">{name}</span>
                  <span className="text-base-content/80 text-sm">
                    {[formatDays(camp_start, camp_end), note].filter(Boolean).join(', ')}
                  </span>
                </span>
              </label>
            </li>
          ))}
          {shown.length === 0 && <li className="py-2">No class matches.</li>}
        </ul>
      </fieldset>
    </>
  );
}
