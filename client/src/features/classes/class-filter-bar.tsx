import { SlidersHorizontal } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useIsAwake } from '../../lib/use-is-awake.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { AgeField } from './age-field.tsx';
import { BornFields } from './born-fields.tsx';
import {
  type ClassFilter,
  type ClassOrder,
  countFilters,
  getUsualOrder,
  linkToClasses,
  listOrders,
} from './class-filter.ts';
import { MonthField } from './month-field.tsx';
import { PriceFields } from './price-fields.tsx';
import { WeekField } from './week-field.tsx';

/** A child for whom classes are looked for. */
export type SearchedChild = { name: string; /** yyyy-mm-dd */ birthDate: string };

type Props = {
  childrenOfUser: SearchedChild[];
  filter: ClassFilter;
  onChange: (changes: Partial<ClassFilter>, how?: { replace?: boolean }) => void;
};

/** Search, order and filters of the classes; on a small screen, a button opens the filters. */
export function ClassFilterBar({ childrenOfUser, filter, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  const count = countFilters(filter);
  const isAwake = useIsAwake();
  return (
    <div className="bg-base-300/60 rounded-[1.75rem] p-4 sm:p-5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 md:flex md:items-center">
        <div className="col-span-2 md:flex-1 [&>form]:max-w-none">
          <SearchField
            label="Search by class, instructor or place"
            placeholder="Robots, cooking, lake …"
            search={filter.search}
            onSearch={(search) => onChange({ search }, { replace: true })}
          />
        </div>
        <label className="flex min-w-0 items-center gap-3">
          <span className="font-semibold whitespace-nowrap max-md:sr-only">Sort by</span>
          <select
            className="select select-lg bg-base-100 w-full text-base md:w-56"
            disabled={!isAwake}
            value={filter.order ?? getUsualOrder(filter.search)}
            onChange={(event) => onChange({ order: event.target.value as ClassOrder })}
          >
            {listOrders(filter.search).map(([order, name]) => (
              <option key={order} value={order}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="btn btn-outline border-base-content/25 bg-base-100 h-auto min-h-12 lg:hidden"
          disabled={!isAwake}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal className="size-4" aria-hidden="true" />
          Filters
          {count > 0 && (
            <span className="badge badge-secondary badge-sm tabular-nums">
              {count} <span className="sr-only">set</span>
            </span>
          )}
        </button>
      </div>
      {childrenOfUser.length > 0 && (
        <div role="group" aria-label="For whom" className="mt-3 flex flex-wrap gap-2">
          {childrenOfUser.map(({ name, birthDate }) => {
            const born = birthDate.slice(0, 7);
            const isChosen = filter.born === born;
            return (
              <button
                key={name}
                type="button"
                aria-pressed={isChosen}
                className={`btn min-h-11 rounded-full ${isChosen ? 'btn-primary' : 'bg-base-100 border-base-content/25'}`}
                onClick={() => onChange({ born: isChosen ? '' : born })}
              >
                Fits {name}
              </button>
            );
          })}
        </div>
      )}
      <div
        ref={fields}
        id={id}
        role="group"
        tabIndex={-1}
        aria-label="Filters"
        className={`class-filters mt-4 outline-none lg:flex ${isOpen ? 'flex' : 'hidden'}`}
      >
        <AgeField age={filter.age} onChange={(age) => onChange({ age }, { replace: true })} />
        {childrenOfUser.length === 0 && (
          <BornFields born={filter.born} onChange={(born) => onChange({ born })} />
        )}
        <MonthField month={filter.month} onChange={(month) => onChange({ month })} />
        <WeekField week={filter.week} onChange={(week) => onChange({ week })} />
        <PriceFields
          minPrice={filter.minPrice}
          maxPrice={filter.maxPrice}
          onChange={(prices) => onChange(prices, { replace: true })}
        />
        <label className="flex min-h-12 cursor-pointer items-center gap-3 self-end font-semibold">
          <input
            type="checkbox"
            className="accent-primary size-6 shrink-0"
            checked={filter.isFree}
            onChange={(event) => onChange({ isFree: event.target.checked })}
          />
          Open seats only
        </label>
        {count > 0 && (
          <Link
            to={linkToClasses({
              ...filter,
              isFree: false,
              month: '',
              born: '',
              week: '',
              age: undefined,
              minPrice: undefined,
              maxPrice: undefined,
              page: 1,
            })}
            // The link disappears, so move focus to the fields.
            onClick={() => fields.current?.focus()}
            className="btn btn-ghost text-primary ml-auto min-h-12 self-end"
          >
            Clear filters
          </Link>
        )}
      </div>
    </div>
  );
}
