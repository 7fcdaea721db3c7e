import { MONTHS } from '@speakifyr/contract/format.ts';
import { ADULT_AGE } from '@speakifyr/contract/limits.ts';
import { useState } from 'react';
import { readToday } from '../../lib/format.ts';
import { useIsAwake } from '../../lib/use-is-awake.ts';

type Props = {
  /** yyyy-mm; empty for any. */
  born: string;
  onChange: (born: string) => void;
};

/** When the child was born, for visitors: the classes for its age on their first day. Asks only once both are set. */
export function BornFields({ born, onChange }: Props) {
  const [year = '', month = ''] = born.split('-');
  const [chosen, setChosen] = useState({ year, month });
  const now = born ? { year, month } : chosen;
  // The page may have been built in another year.
  const isAwake = useIsAwake();
  const thisYear = Number(readToday().slice(0, 4));

  function choose(change: Partial<typeof now>) {
    const next = { ...now, ...change };
    setChosen(next);
    const isWhole = next.year !== '' && next.month !== '';
    if (isWhole || born) onChange(isWhole ? `${next.year}-${next.month}` : '');
  }

  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Child was born in</legend>
      <div className="grid grid-cols-2 gap-2">
        <select
          aria-label="Birth month"
          className="select select-lg bg-base-100 w-full text-base"
          value={now.month}
          onChange={(event) => choose({ month: event.target.value })}
        >
          <option value="">Month</option>
          {MONTHS.map((name, index) => (
            <option key={name} value={String(index + 1).padStart(2, '0')}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label="Birth year"
          className="select select-lg bg-base-100 w-full text-base"
          value={now.year}
          onChange={(event) => choose({ year: event.target.value })}
        >
          <option value="">Year</option>
          {isAwake &&
            Array.from({ length: ADULT_AGE + 1 }, (_none, age) => (
              <option key={age} value={String(thisYear - age)}>
                {thisYear - age}
              </option>
            ))}
        </select>
      </div>
    </fieldset>
  );
}
