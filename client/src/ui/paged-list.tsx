import { OFFICE_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import type { ListAddress } from '../lib/use-list-address.ts';
import { countOf } from '../lib/count-of.ts';
import { DataTable, DataTableSkeleton } from './data-table.tsx';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';
import { LoadProblem } from './error-state.tsx';
import { PageLinks } from './page-links.tsx';
import { SearchField } from './search-field.tsx';
import { PageTitle } from './page-heading.tsx';

type Texts = {
  /** The name of the list: 'Users'. */
  label: string;
  /** One entry and several: 'user', 'users'. */
  entry: string;
  entries: string;
  /** Adds a search field with this label. Leave it out for a list without search. */
  searchLabel?: string;
  /** What the search leaves out, shown below its field. */
  searchHint?: string;
  /** Shown when search and filters find nothing. */
  noneFound?: { title: string; text: string };
};

type Props<Item> = Texts & {
  title: ReactNode;
  /** The line below the title. */
  lead: ReactNode;
  /** Of a table. Without them, the entries are cards below each other. */
  columns?: string[];
  /** Height of a card and a row while loading: see `DataTableSkeleton`. */
  rowClass: string;
  /** The search, the filters and the page, kept in the address. */
  address: Omit<ListAddress, 'setFilter'>;
  /** Filters and buttons above the list. */
  tools?: ReactNode;
  /** The page that the address names, and how many entries there are on all pages. */
  list: UseQueryResult<{ items: Item[]; total: number }>;
  /** Whether what stands above the list is loaded. Until then, the list is not shown, so that nothing moves. */
  isReady?: boolean;
  /** Shown when the list has no entries at all. */
  empty?: EmptyStateProps;
  /**
   * A `DataRow`, or a card.
   * @param number of the entry in the whole list, from 1 on
   * @param onChanged call it after changing the entry: focus moves to the heading
   */
  row: (item: Item, number: number, onChanged: () => void) => ReactNode;
};

/** A whole dashboard page: a list over several pages, with an optional search. R260 */
export function PagedList<Item extends { _id: string }>(props: Props<Item>) {
  const { title, lead, label, searchLabel, searchHint, rowClass, address, list } = props;
  const { isReady = true } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <PageTitle ref={heading}>{title}</PageTitle>
          <p className="text-base-content/80 mt-1">{lead}</p>
        </div>
        {searchLabel && (
          <SearchField
            label={searchLabel}
            hint={searchHint}
            search={address.search}
            onSearch={address.setSearch}
          />
        )}
      </header>
      {props.tools}
      {list.isPending || !isReady ? (
        <DataTableSkeleton rows={OFFICE_PAGE_SIZE} rowClass={rowClass} />
      ) : list.isError ? (
        <LoadProblem what={`The ${label.toLowerCase()}`} query={list} />
      ) : (
        <ListPage
          {...props}
          {...list.data}
          isOld={list.isPlaceholderData}
          onMoved={() => heading.current?.focus()}
        />
      )}
    </>
  );
}

/** With more pages than this, not all of them have a link. */
const MANY_PAGES = 5;

type PageProps<Item> = Props<Item> & {
  items: Item[];
  total: number;
  /** The previous page or search, while the next one loads. */
  isOld: boolean;
  /** Moves focus to the heading after a change or a new page. */
  onMoved: () => void;
};

function ListPage<Item extends { _id: string }>(props: PageProps<Item>) {
  const { label, entry, entries, searchLabel, noneFound, columns, items, total, isOld, onMoved } =
    props;
  const { page, linkToPage, filters } = props.address;
  const search = searchLabel && props.address.search;
  const isFiltered = Boolean(search) || Object.keys(filters).length > 0;
  const pageCount = Math.ceil(total / OFFICE_PAGE_SIZE);
  // The last entry of the last page is gone, or the link is old.
  if (!isOld && items.length === 0 && total > 0)
    return <Navigate to={linkToPage(pageCount)} replace />;
  if (items.length === 0 && !isFiltered && props.empty) return <EmptyState {...props.empty} />;
  const renderItem = (item: Item, index: number) =>
    props.row(item, (page - 1) * OFFICE_PAGE_SIZE + index + 1, onMoved);
  return (
    <>
      <p
        role="status"
        className={isFiltered ? 'text-base-content/80 mb-3' : 'sr-only'}
      >{`${!isOld && isFiltered ? `${countOf(total, entry, entries)} found` : ''}${!isOld && search ? ` for “${search}”` : ''}`}</p>
      {items.length === 0 ? (
        <EmptyState
          {...(isFiltered && noneFound ? noneFound : { title: `No ${entries} yet` })}
          {...(isFiltered && { link: { to: '?', label: `Show all ${entries}` } })}
        />
      ) : (
        <div aria-busy={isOld}>
          {columns ? (
            <DataTable label={label} columns={columns}>
              {items.map((item, index) => (
                <Fragment key={item._id}>{renderItem(item, index)}</Fragment>
              ))}
            </DataTable>
          ) : (
            <ul aria-label={label} className="grid gap-4">
              {items.map((item, index) => (
                <li key={item._id}>{renderItem(item, index)}</li>
              ))}
            </ul>
          )}
          <PageLinks page={page} pageCount={pageCount} linkTo={linkToPage} onFollow={onMoved} />
          {pageCount > MANY_PAGES && (
            <PageJump pageCount={pageCount} linkTo={linkToPage} onJump={onMoved} />
          )}
        </div>
      )}
    </>
  );
}

type PageJumpProps = {
  pageCount: number;
  linkTo: (page: number) => string;
  /** Called after a jump, to move the focus to the top. */
  onJump: () => void;
};

/** Goes to any page of a long list by its number. */
function PageJump({ pageCount, linkTo, onJump }: PageJumpProps) {
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');

  function jump() {
    const page = Math.round(Number(typed));
    if (!(page >= 1)) return;
    setTyped('');
    void navigate(linkTo(Math.min(page, pageCount)));
    onJump();
  }

  return (
    <div className="mt-3 flex items-center justify-center gap-2 print:hidden">
      <label htmlFor={id}>Page</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        max={pageCount}
        className="input w-24 text-base"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && jump()}
      />
      <span>of {pageCount}</span>
      <button type="button" className="btn btn-outline" onClick={jump}>
        Go
      </button>
    </div>
  );
}
