import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { type HealthValues, NEW_ENTRIES } from './health-values.ts';

type Props = {
  form: UseFormReturn<HealthValues>;
  name: keyof typeof NEW_ENTRIES;
  /** How many there can be. */
  most: number;
  /** Above a group, given its number from 1 on. */
  nameGroup: (number: number) => string;
  nameRemoval: (number: number) => string;
  /** On the button that adds the first one, or another one. */
  add: { first: string; another: string };
  /** The fields of a group, given its place from 0 on. */
  children: (index: number) => ReactNode;
};

/** Groups of fields, of which there can be none or several. */
export function FieldGroups({ form, name, most, nameGroup, nameRemoval, add, children }: Props) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name });
  const addButton = useRef<HTMLButtonElement>(null);

  function drop(index: number) {
    remove(index);
    // The button that had the focus is gone.
    addButton.current?.focus();
  }

  return (
    <div className="grid gap-4">
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="rounded-box border-base-300 grid gap-4 border p-4 sm:p-5">
          <legend className="px-2 font-semibold">{nameGroup(index + 1)}</legend>
          {children(index)}
          <button
            type="button"
            className="btn btn-ghost btn-sm text-error justify-self-start"
            onClick={() => drop(index)}
          >
            <Trash2 className="size-4" aria-hidden="true" />
            {nameRemoval(index + 1)}
          </button>
        </fieldset>
      ))}
      <button
        ref={addButton}
        type="button"
        className="btn btn-outline justify-self-start"
        disabled={fields.length >= most}
        onClick={() => append(NEW_ENTRIES[name])}
      >
        <Plus className="size-5" aria-hidden="true" />
        <span>{fields.length === 0 ? add.first : add.another}</span>
      </button>
    </div>
  );
}
