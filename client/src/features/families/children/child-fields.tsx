import { FIRST_BIRTH_DATE, MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { NameField } from '../../../ui/usual-fields.tsx';
import { readToday } from '../../../lib/format.ts';

/** The birth date is yyyy-mm-dd, and empty while nothing is typed. */
export type ChildValues = { name: string; birthDate: string; note: string };

/**
 * The fields of a child, and what is wrong with the form as a whole.
 * @param props.isShort leaves out what can be added later
 */
export function ChildFields({ isShort = false }: { isShort?: boolean }) {
  const form = useFormContext<ChildValues>();
  return (
    <>
      <NameField
        label="Child’s name"
        hint="As the instructor should read it on the list."
        {...form.register('name')}
      />
      <Field
        label="Birth date"
        type="date"
        autoComplete="off"
        min={FIRST_BIRTH_DATE}
        max={readToday()}
        hint="So that the class fits the child’s age."
        {...form.register('birthDate')}
      />
      {!isShort && (
        <Field
          label="Note for the instructor (optional)"
          autoComplete="off"
          maxLength={MAX_NOTE_LENGTH}
          hint="Such as the school year. Nothing about health, please: we ask for that separately."
          {...form.register('note')}
        />
      )}
      <FormProblem />
    </>
  );
}
