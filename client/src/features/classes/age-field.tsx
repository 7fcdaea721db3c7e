import { MAX_AGE } from '@speakifyr/contract/limits.ts';
import { useId } from 'react';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { readAge } from './class-filter.ts';

type Props = { age: number | undefined; onChange: (age: number | undefined) => void };

/** The child's age; empty for any. */
export function AgeField({ age, onChange }: Props) {
  const id = useId();
  const { typed, setTyped } = useTypedText(String(age ?? ''), (text) => onChange(readAge(text)));
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        Child’s age
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={0}
        max={MAX_AGE}
        step={1}
        placeholder="Any"
        className="input input-lg bg-base-100 w-full text-base"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}
