import { nameDay } from '@speakifyr/contract/format.ts';
import { useId } from 'react';

type Props = {
  legend: string;
  /** In order. `left`: how many places are left; a `fixed` day stays as it is. */
  days: { day: string; left: number; isFixed?: boolean }[];
  chosen: string[];
  /** Continues the legend, such as the price. */
  note?: string;
  /** Why these days can't be taken. */
  problem?: string | undefined;
  isBusy?: boolean;
  /** Whether full days can be chosen, too: somebody waits for them. */
  isWaiting?: boolean;
  onChange: (days: string[]) => void;
};

/** Days of a class as tick boxes, with the places that are left. A full day can only be given up, or waited for. R647 */
export function ChooseDays({
  legend,
  days,
  chosen,
  note,
  problem,
  isBusy,
  isWaiting = false,
  onChange,
}: Props) {
  const id = useId();
  const open = days
    .filter(({ left, isFixed }) => (left > 0 || isWaiting) && !isFixed)
    .map(({ day }) => day);
  const fixed = days.filter(({ day, isFixed }) => isFixed && chosen.includes(day));
  const all = [...fixed.map(({ day }) => day), ...open];
  const hasAll = all.every((day) => chosen.includes(day));
  return (
    <fieldset className="mt-4" aria-describedby={problem ? `${id}-problem` : undefined}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <legend className="contents">
          <span className="font-semibold">{legend}</span>
        </legend>
        {open.length > 1 && (
          <button
            type="button"
            className="link min-h-11 text-sm"
            disabled={isBusy}
            onClick={() => onChange(hasAll ? fixed.map(({ day }) => day) : all)}
          >
            {hasAll ? 'No day' : 'All days'}
          </button>
        )}
      </div>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {days.map(({ day, left, isFixed = false }) => {
          const isOn = chosen.includes(day);
          const isOff = isFixed || (left <= 0 && !isOn && !isWaiting);
          return (
            <label
              key={day}
              className={`rounded-field border-base-content/25 flex min-h-11 items-center gap-2 border px-3 py-1.5 ${isOff ? 'text-base-content/75' : 'cursor-pointer'}`}
            >
              <input
                type="checkbox"
                className="accent-primary size-5 shrink-0"
                checked={isOn}
                disabled={isOff || isBusy}
                onChange={() =>
                  onChange(isOn ? chosen.filter((one) => one !== day) : [...chosen, day].toSorted())
                }
              />
              <span className="leading-tight">
                {/* The class's own line says the year. */}
                {nameDay(day, day.slice(0, 4))}
                <span className="block text-sm">{left > 0 ? `${left} left` : 'Full'}</span>
              </span>
            </label>
          );
        })}
      </div>
      {note && <p className="mt-2 text-sm">{note}</p>}
      {problem && (
        <p id={`${id}-problem`} role="status" className="mt-2 text-sm">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
