import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { ClassPicker } from '../../../ui/class-picker.tsx';
import { SelectField } from '../../../ui/field.tsx';

/** What a form has for it. */
export type ClassesValues = { classes: 'all' | 'some'; classIds: string[] };

type Props = {
  classes: ClassChoice[];
  /** Where in the form its values are. */
  at?: 'award.' | '';
};

/** Which classes a rule is for: all, or only some. */
export function ClassesField({ classes, at = '' }: Props) {
  const { register, control } = useFormContext();
  const isForAll = useWatch({ control, name: `${at}classes` }) === 'all';
  return (
    <>
      <SelectField label="For which classes?" {...register(`${at}classes`)}>
        <option value="all">All classes</option>
        <option value="some">Only some</option>
      </SelectField>
      {!isForAll && (
        <ClassPicker
          classes={classes.map((one) => (one.status === 'draft' ? { ...one, note: 'draft' } : one))}
          name={`${at}classIds`}
        />
      )}
    </>
  );
}

/** An empty list would be for all classes. */
export function findClassesProblem({ classes, classIds }: ClassesValues): string | false {
  return classes === 'some' && classIds.length === 0 && 'Please choose at least one class.';
}
