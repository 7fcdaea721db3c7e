import { ADULT_AGE } from '@speakifyr/contract/limits.ts';

/** The youngest child that camps take. */
const FIRST_AGE = 3;
const AGES = Array.from({ length: ADULT_AGE - FIRST_AGE }, (_none, index) => FIRST_AGE + index);

type Props = { ages: number[]; onPress: (age: number) => void };

/**
 * The ages of the children, one press each; none for any. An address may name another age, which is then here, too.
 * R522
 */
export function AgeChips({ ages, onPress }: Props) {
  const shown = [...new Set([...AGES, ...ages])].sort((one, other) => one - other);
  return (
    <fieldset className="age-chips">
      <legend className="mb-1.5 font-semibold">
        Child’s age
        <span className="text-base-content/75 ml-2 text-sm font-normal">
          Siblings: choose both ages
        </span>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {shown.map((age) => {
          const isChosen = ages.includes(age);
          return (
            <button
              key={age}
              type="button"
              aria-pressed={isChosen}
              className={`btn size-11 rounded-full p-0 tabular-nums ${isChosen ? 'btn-primary' : 'bg-base-100 border-base-content/25'}`}
              onClick={() => onPress(age)}
            >
              <span className="sr-only">Age</span> {age}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
