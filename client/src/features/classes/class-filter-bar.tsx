import { SlidersHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { NoAnswerError, readApiError } from '../../lib/api-error.ts';
import { showError } from '../../lib/dialogs.ts';
import { useIsAwake } from '../../lib/use-is-awake.ts';
import { SearchField } from '../../ui/search-field.tsx';
import {
  type ClassFilter,
  type ClassOrder,
  countFilters,
  getUsualOrder,
  linkToClasses,
  listOrders,
  NO_FIELDS,
} from './class-filter.ts';
import { ClassFilterFields } from './class-filter-fields.tsx';
import type { FilterSheet } from './filter-sheet.tsx';
import type { ChangeFilter } from './use-class-filter.ts';

type Props = {
  filter: ClassFilter;
  onChange: ChangeFilter;
  /** How many classes match; undefined while they are counted. */
  total: number | undefined;
  /** Shows the classes, after the sheet has closed. */
  onShow: () => void;
};

/** Search, order and filters of the classes; on a small screen, a button opens the filters. */
export function ClassFilterBar({ filter, onChange, total, onShow }: Props) {
  /** The sheet while it is open. */
  const [Sheet, setSheet] = useState<typeof FilterSheet>();
  const fields = useRef<HTMLDivElement>(null);
  const count = countFilters(filter);
  const isAwake = useIsAwake();
  const close = () => setSheet(undefined);

  /** Only a press on a small screen needs it, so it loads then. */
  async function open() {
    try {
      const loaded = await import('./filter-sheet.tsx');
      setSheet(() => loaded.FilterSheet);
    } catch {
      void showError(readApiError(new NoAnswerError()).message);
    }
  }

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
          aria-haspopup="dialog"
          onClick={() => void open()}
        >
          <SlidersHorizontal className="size-4" aria-hidden="true" />
          Filters{' '}
          {count > 0 && (
            <span className="badge badge-secondary badge-sm tabular-nums">
              <span>{count}</span> <span className="sr-only">set</span>
            </span>
          )}
        </button>
      </div>
      {Sheet && (
        <Sheet
          {...{ filter, onChange, total }}
          onClose={close}
          onShow={() => {
            // It gives the focus back to its button first.
            flushSync(close);
            onShow();
          }}
        />
      )}
      <div
        ref={fields}
        role="group"
        tabIndex={-1}
        aria-label="Filters"
        className="class-filters mt-4 hidden outline-none lg:flex"
      >
        <ClassFilterFields filter={filter} onChange={onChange} />
        {count > 0 && (
          <Link
            to={linkToClasses({ ...filter, ...NO_FIELDS, page: 1 })}
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
