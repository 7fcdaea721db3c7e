import { SlidersHorizontal } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useIsAwake } from '../../lib/use-is-awake.ts';
import { SearchField } from '../../ui/search-field.tsx';
import {
  CLASS_ORDERS,
  type ClassFilter,
  type ClassOrder,
  countFilters,
  linkToClasses,
} from './class-filter.ts';
import { MonthField } from './month-field.tsx';
import { PriceFields } from './price-fields.tsx';

type Props = {
  filter: ClassFilter;
  onChange: (changes: Partial<ClassFilter>, how?: { replace?: boolean }) => void;
};

/** Search, order and filters of the classes; on a small screen, the filters stand behind a button. */
export function ClassFilterBar({ filter, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  const count = countFilters(filter);
  const isAwake = useIsAwake();
  return (
    <div className="bg-base-300/60 rounded-[1.75rem] p-4 sm:p-5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 sm:flex sm:items-center">
        <div className="col-span-2 sm:flex-1">
          <SearchField
            label="Search by class or instructor"
            search={filter.search}
            onSearch={(search) => onChange({ search }, { replace: true })}
          />
        </div>
        <label className="flex min-w-0 items-center gap-3">
          <span className="font-semibold whitespace-nowrap max-sm:sr-only">Sort by</span>
          <select
            className="select select-lg bg-base-100 w-full text-base sm:w-56"
            disabled={!isAwake}
            value={filter.order}
            onChange={(event) => onChange({ order: event.target.value as ClassOrder })}
          >
            {Object.entries(CLASS_ORDERS).map(([order, name]) => (
              <option key={order} value={order}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="btn btn-outline border-base-content/25 bg-base-100 h-auto lg:hidden"
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
      <div
        ref={fields}
        id={id}
        role="group"
        tabIndex={-1}
        aria-label="Filters"
        className={`mt-4 gap-4 outline-none sm:grid-cols-2 lg:grid lg:grid-cols-[auto_minmax(0,13rem)_auto_1fr] lg:items-start ${isOpen ? 'grid' : 'hidden'}`}
      >
        <label className="flex min-h-12 cursor-pointer items-center gap-3 font-semibold sm:col-span-2 lg:col-span-1 lg:mt-8 lg:mr-4">
          <input
            type="checkbox"
            className="toggle toggle-primary"
            checked={filter.isFree}
            onChange={(event) => onChange({ isFree: event.target.checked })}
          />
          Open seats only
        </label>
        <MonthField month={filter.month} onChange={(month) => onChange({ month })} />
        <PriceFields
          minPrice={filter.minPrice}
          maxPrice={filter.maxPrice}
          onChange={(prices) => onChange(prices, { replace: true })}
        />
        {count > 0 && (
          <Link
            to={linkToClasses({
              ...filter,
              isFree: false,
              month: '',
              minPrice: undefined,
              maxPrice: undefined,
              page: 1,
            })}
            // The link disappears, so move focus to the fields.
            onClick={() => fields.current?.focus()}
            className="btn btn-ghost text-primary justify-self-start lg:mt-8 lg:min-h-12 lg:justify-self-end"
          >
            Clear filters
          </Link>
        )}
      </div>
    </div>
  );
}
