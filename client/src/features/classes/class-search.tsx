import type { CampClass } from '@speakifyr/contract/classes.ts';
import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { readList } from '../../lib/read.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { listNames } from '../../lib/list-names.ts';
import { sayFirstName } from '../../lib/say-first-name.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { lazyOrNothing } from '../../ui/lazy-or-nothing.ts';
import { PageLinks } from '../../ui/page-links.tsx';
import {
  buildClassQuery,
  type ClassFilter,
  countFilters,
  linkToClasses,
  NO_FILTER,
  toggleChild,
} from './class-filter.ts';
import { ClassFilterBar } from './class-filter-bar.tsx';
import { ClassGrid } from './class-grid.tsx';
import { ClassGridSkeleton } from './class-grid-skeleton.tsx';
import { countClasses } from './count-classes.ts';
import { monthOfBirth, type SearchedChild } from './searched-child.ts';
import { useClassFilter } from './use-class-filter.ts';

// Only parents need it.
const FitsChips = lazyOrNothing(async () => (await import('./fits-chips.tsx')).FitsChips);

type Props = {
  /** The children of the account, to find what fits them. */
  childrenOfUser?: SearchedChild[];
  renderAction: (campClass: CampClass) => ReactNode;
};

/** All classes with search, filters, sorting and pages. R522, R523 */
export function ClassSearch({ childrenOfUser = [], renderAction }: Props) {
  const { filter, changeFilter } = useClassFilter();
  const classes = useQuery(readList('GET /classes', { query: buildClassQuery(filter) }));
  const isOld = classes.isPlaceholderData;
  const total = isOld ? undefined : classes.data?.total;
  const results = useRef<HTMLElement>(null);

  /** Moves focus and view to the results, because the link that was followed is far below or gone. */
  function goToStart() {
    results.current?.focus({ preventScroll: true });
    results.current?.scrollIntoView();
  }

  return (
    <>
      <ClassFilterBar filter={filter} onChange={changeFilter} total={total} onShow={goToStart} />
      {/* As high as the chips, which come once we know the family. */}
      <div className="mt-4 mb-3 flex min-h-12 items-center gap-4">
        <p role="status" className="text-base-content/80 max-w-[45%] shrink-0 font-medium">
          {total !== undefined && describeResult(total, filter, childrenOfUser)}
        </p>
        {childrenOfUser.length > 0 && (
          <Suspense fallback={null}>
            <FitsChips
              childrenOfUser={childrenOfUser}
              born={filter.born}
              onPress={(month) => changeFilter(({ born }) => ({ born: toggleChild(born, month) }))}
            />
          </Suspense>
        )}
      </div>
      {/* Tall enough that the footer does not jump while someone types. */}
      <section
        ref={results}
        tabIndex={-1}
        aria-label="Classes"
        aria-busy={isOld}
        className="min-h-dvh outline-none"
      >
        {classes.isPending ? (
          <ClassGridSkeleton places={DEFAULT_PAGE_SIZE} />
        ) : classes.isError ? (
          <LoadProblem what="The classes" query={classes} />
        ) : (
          <ClassPageOf
            {...classes.data}
            isOld={isOld}
            filter={filter}
            renderAction={renderAction}
            onFollow={goToStart}
          />
        )}
      </section>
    </>
  );
}

type PageProps = Pick<Props, 'renderAction'> & {
  items: CampClass[];
  total: number;
  /** The results of the previous filter, while the next ones load. */
  isOld: boolean;
  filter: ClassFilter;
  /** After a link to another page or filter. */
  onFollow: () => void;
};

function ClassPageOf({ items, total, isOld, filter, renderAction, onFollow }: PageProps) {
  const pageCount = Math.ceil(total / DEFAULT_PAGE_SIZE);
  const linkToPage = (page: number) => linkToClasses({ ...filter, page });
  // An old link to a page that no longer exists.
  if (!isOld && items.length === 0 && total > 0)
    return <Navigate to={linkToPage(pageCount)} replace />;

  if (items.length === 0 && (filter.search || countFilters(filter) > 0))
    return (
      <EmptyState
        title="No classes match"
        text="Try another word, another month or a wider price range."
        action={
          <Link to={linkToClasses(NO_FILTER)} onClick={onFollow} className="btn btn-primary">
            Clear filters
          </Link>
        }
      />
    );
  return (
    <>
      <ClassGrid classes={items} headingLevel={2} seenFirst={1} renderAction={renderAction} />
      <PageLinks page={filter.page} pageCount={pageCount} linkTo={linkToPage} onFollow={onFollow} />
    </>
  );
}

/** `2 classes`, and for several children whom they fit: `2 classes fit 7 and 10`. */
function describeResult(
  total: number,
  { ages, born }: ClassFilter,
  childrenOfUser: SearchedChild[],
): string {
  const chosen = childrenOfUser.filter((child) => born.includes(monthOfBirth(child)));
  const names = childrenOfUser.map(({ name }) => name);
  const whom = [...ages.map(String), ...chosen.map(({ name }) => sayFirstName(name, names))];
  if (whom.length < 2) return countClasses(total);
  return `${countClasses(total)} ${total === 1 ? 'fits' : 'fit'} ${listNames(whom)}`;
}
