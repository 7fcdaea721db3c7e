import { MAX_ALLERGIES, MAX_HEALTH_LENGTH, MAX_SHORT_LENGTH } from '@speakifyr/contract/limits.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import { type HealthValues, NEW_ALLERGY } from './health-values.ts';
import { Check } from '../../../ui/check.tsx';

/** The list of a child's allergies: what, whether it is severe, and what to do. */
export function AllergyFields({ form }: { form: UseFormReturn<HealthValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'allergies' });
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
          <legend className="px-2 font-semibold">Allergy {index + 1}</legend>
          <Field
            label="What is it?"
            autoComplete="off"
            maxLength={MAX_SHORT_LENGTH}
            hint="Such as peanuts, bee stings or penicillin."
            {...form.register(`allergies.${index}.what`, {
              validate: (what) => Boolean(what.trim()) || 'Please say what the allergy is',
            })}
          />
          <Check {...form.register(`allergies.${index}.isSevere`)}>
            It is severe: it can become dangerous
          </Check>
          <TextAreaField
            label="What should we do? (optional)"
            rows={2}
            maxLength={MAX_HEALTH_LENGTH}
            hint="Signs, medicine, whom to call."
            {...form.register(`allergies.${index}.whatToDo`)}
          />
          <button
            type="button"
            className="btn btn-ghost btn-sm text-error justify-self-start"
            onClick={() => drop(index)}
          >
            <Trash2 className="size-4" aria-hidden="true" />
            Remove allergy {index + 1}
          </button>
        </fieldset>
      ))}
      <button
        ref={addButton}
        type="button"
        className="btn btn-outline justify-self-start"
        disabled={fields.length >= MAX_ALLERGIES}
        onClick={() => append(NEW_ALLERGY)}
      >
        <Plus className="size-5" aria-hidden="true" />
        {fields.length === 0 ? 'Add an allergy' : 'Add another allergy'}
      </button>
    </div>
  );
}
