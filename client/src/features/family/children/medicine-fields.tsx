import { MAX_MEDICINES, MAX_SHORT_LENGTH } from '@speakifyr/contract/limits.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import { type HealthValues, NEW_MEDICINE } from './health-values.ts';

/** The medicine that the camp gives a child: what, how much and when. */
export function MedicineFields({ form }: { form: UseFormReturn<HealthValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'medicines' });
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
          <legend className="px-2 font-semibold">Medicine {index + 1} that we give</legend>
          <Field
            label="What is it?"
            autoComplete="off"
            maxLength={MAX_SHORT_LENGTH}
            hint="As it stands on the package. Bring it in the package."
            {...form.register(`medicines.${index}.what`, {
              validate: (what) => Boolean(what.trim()) || 'Please say what the medicine is',
            })}
          />
          <Field
            label="How much?"
            autoComplete="off"
            maxLength={MAX_SHORT_LENGTH}
            hint="Such as 5 ml, one tablet or two puffs."
            {...form.register(`medicines.${index}.howMuch`, {
              validate: (much) => Boolean(much.trim()) || 'Please say how much',
            })}
          />
          <Field
            label="At what time each day? (optional)"
            type="time"
            hint="Leave it empty if we give it only when it is needed."
            {...form.register(`medicines.${index}.at`)}
          />
          <button
            type="button"
            className="btn btn-ghost btn-sm text-error justify-self-start"
            onClick={() => drop(index)}
          >
            <Trash2 className="size-4" aria-hidden="true" />
            Remove medicine {index + 1}
          </button>
        </fieldset>
      ))}
      <button
        ref={addButton}
        type="button"
        className="btn btn-outline justify-self-start"
        disabled={fields.length >= MAX_MEDICINES}
        onClick={() => append(NEW_MEDICINE)}
      >
        <Plus className="size-5" aria-hidden="true" />
        {fields.length === 0 ? 'Add a medicine that we give' : 'Add another medicine'}
      </button>
    </div>
  );
}
