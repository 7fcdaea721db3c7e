import { MAX_MEDICINES, MAX_SHORT_LENGTH } from '@speakifyr/contract/limits.ts';
import type { UseFormReturn } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import { FieldGroups } from './field-groups.tsx';
import type { HealthValues } from './health-values.ts';

/** The medicine that the camp gives a child: what, how much and when. */
export function MedicineFields({ form }: { form: UseFormReturn<HealthValues> }) {
  return (
    <FieldGroups
      form={form}
      name="medicines"
      most={MAX_MEDICINES}
      nameGroup={(number) => `Medicine ${number} that we give`}
      nameRemoval={(number) => `Remove medicine ${number}`}
      add={{ first: 'Add a medicine that we give', another: 'Add another medicine' }}
    >
      {(index) => (
        <>
          <Field
            label="What is it?"
            autoComplete="off"
            maxLength={MAX_SHORT_LENGTH}
            hint="As on the package. Bring it in its package."
            {...form.register(`medicines.${index}.what`)}
          />
          <Field
            label="How much?"
            autoComplete="off"
            maxLength={MAX_SHORT_LENGTH}
            hint="Such as 5 ml, one tablet or two puffs."
            {...form.register(`medicines.${index}.howMuch`)}
          />
          <Field
            label="At what time each day? (optional)"
            type="time"
            hint="Leave it empty if we give it only when it is needed."
            {...form.register(`medicines.${index}.at`)}
          />
        </>
      )}
    </FieldGroups>
  );
}
