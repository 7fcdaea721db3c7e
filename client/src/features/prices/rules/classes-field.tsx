import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { ClassPicker } from '../../../ui/class-picker.tsx';
import { SelectField } from '../../../ui/field.tsx';

type Chosen = { isForAll: boolean; classIds: string[] };
type Props = {
  values: Chosen;
  classes: AdminClass[];
  error: string | undefined;
  onChange: (changes: Partial<Chosen>) => void;
};

/** Which classes a rule is for: all, or only some. */
export function ClassesField({ values, classes, error, onChange }: Props) {
  const { isForAll, classIds } = values;
  return (
    <>
      <SelectField
        label="For which classes?"
        value={isForAll ? 'all' : 'some'}
        onChange={({ target }) => onChange({ isForAll: target.value === 'all' })}
      >
        <option value="all">All classes</option>
        <option value="some">Only some</option>
      </SelectField>
      {!isForAll && (
        <ClassPicker
          classes={classes.map((one) => (one.isDraft ? { ...one, note: 'draft' } : one))}
          chosen={classIds}
          onChange={(chosen) => onChange({ classIds: chosen })}
          error={error}
        />
      )}
    </>
  );
}
