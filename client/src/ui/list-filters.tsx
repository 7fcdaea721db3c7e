import { findDayProblem, readDayRange } from '@speakifyr/contract/day-ranges.ts';
import { MAX_SEARCH_LENGTH } from '@speakifyr/contract/limits.ts';
import { type ReactNode, useId, useState } from 'react';
import { useTypedText } from '../lib/use-typed-text.ts';

/** A row of filters, with buttons at its end. Stacked on a phone. R548 */
export function ListFilters({ children }: { children: ReactNode }) {
  return (
    <div className="mb-4 grid grid-cols-2 items-end gap-x-3 gap-y-3 sm:flex sm:flex-wrap print:hidden">
      {children}
    </div>
  );
}

type FilterProps = {
  label: string;
  /** Empty if the filter is not set. */
  value: string | undefined;
  onChange: (value: string) => void;
};

type SelectProps = FilterProps & {
  /** The choice that does not filter: 'All roles'. Without it there is always a filter. */
  all?: string;
  options: readonly { value: string; label: string }[];
};

/** Limits a list to entries with one value. */
export function FilterSelect({ label, value = '', onChange, all, options }: SelectProps) {
  const id = useId();
  return (
    <Labeled label={label} htmlFor={id} isWide={!all}>
      {/* A long choice would run under the arrow and out of the field. */}
      <select
        id={id}
        className="select bg-base-100 w-full overflow-clip pe-10 text-base [overflow-clip-margin:content-box] sm:w-auto sm:max-w-64"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {all && <option value="">{all}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labeled>
  );
}

/** Limits a list to entries with a text, when the person stops typing. */
export function FilterText({ label, value = '', onChange }: FilterProps) {
  const id = useId();
  const { typed, setTyped } = useTypedText(value, onChange);
  return (
    <Labeled label={label} htmlFor={id}>
      <input
        id={id}
        className="input bg-base-100 w-full text-base sm:w-44"
        value={typed}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
    </Labeled>
  );
}

type PeriodProps = {
  /** The days, yyyy-mm-dd. */
  filters: { from?: string; to?: string };
  onChange: (end: 'from' | 'to', day: string) => void;
};

/** Limits a list to entries of some days; both ends are included, and both may be left open. */
export function FilterPeriod({ filters, onChange }: PeriodProps) {
  return (
    <>
      <FilterDay label="From" value={filters.from} onChange={(day) => onChange('from', day)} />
      <FilterDay label="To" value={filters.to} onChange={(day) => onChange('to', day)} />
    </>
  );
}

function FilterDay({ label, value = '', onChange }: FilterProps) {
  const id = useId();
  // While a year is typed, it is 2, 20 and 202 first: nothing is asked for until it can be meant.
  const [typed, setTyped] = useState<string>();
  return (
    <Labeled label={label} htmlFor={id}>
      <input
        id={id}
        type="date"
        {...readDayRange('any')}
        className="input bg-base-100 w-full text-base sm:w-auto"
        value={typed ?? value}
        onChange={({ target: { value: day } }) => {
          const isMeant = day === '' || findDayProblem(day, 'any') === undefined;
          setTyped(isMeant ? undefined : day);
          if (isMeant) onChange(day);
        }}
      />
    </Labeled>
  );
}

type LabeledProps = {
  label: string;
  htmlFor: string;
  /** Whether it has a whole row on a phone: it says what the page is about. */
  isWide?: boolean;
  children: ReactNode;
};

function Labeled({ label, htmlFor, isWide, children }: LabeledProps) {
  return (
    <div className={isWide ? 'col-span-2 min-w-0' : 'min-w-0'}>
      <label htmlFor={htmlFor} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      {children}
    </div>
  );
}
