import { MAX_ALLERGIES, MAX_HEALTH_LENGTH, MAX_SHORT_LENGTH } from '@speakifyr/contract/limits.ts';
import type { UseFormReturn } from 'react-hook-form';
import { Check } from '../../../ui/check.tsx';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import { FieldGroups } from './field-groups.tsx';
import type { HealthValues } from './health-values.ts';

/** The list of a child's allergies: what, whether it is severe, and what to do. */
export function AllergyFields({ form }: { form: UseFormReturn<HealthValues> }) {
  return (
    <FieldGroups
      form={form}
      name="allergies"
      most={MAX_ALLERGIES}
      nameGroup={(number) => `Allergy ${number}`}
      nameRemoval={(number) => `Remove allergy ${number}`}
      add={{ first: 'Add an allergy', another: 'Add another allergy' }}
    >
      {(index) => (
        <>
          <Field
            label="What is it?"
            autoComplete="off"
            maxLength={MAX_SHORT_LENGTH}
            hint="Such as peanuts, bee stings or penicillin."
            {...form.register(`allergies.${index}.what`)}
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
        </>
      )}
    </FieldGroups>
  );
}
