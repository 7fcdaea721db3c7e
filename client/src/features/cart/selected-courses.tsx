import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useCallback, useRef } from 'react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { PRICE_SIGN } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import type { CartItem } from '@speakifyr/contract/cart.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { myClassOptions } from './cart.queries.ts';
import { LapsedCourseRow, SelectedCourseRow } from './selected-course-row.tsx';
import { useLapsedCourses } from './use-lapsed-courses.ts';

const COLUMNS = [
  '#',
  'Class Image',
  'Class Name',
  `Price (${PRICE_SIGN})`,
  'Seat held until',
  'Payment',
  'Remove',
];

/** The student's selected courses, each with its hold, Pay and Remove. */
export function SelectedCourses({ email }: { email: string }) {
  const cart = useQuery(myClassOptions(email));
  if (cart.isPending)
    return (
      <>
        <Heading count={<span className="skeleton inline-block h-[0.8em] w-8" />} />
        <TableSkeleton />
      </>
    );
  if (cart.isError)
    return (
      <>
        <Heading />
        <ErrorState
          title="Your selected courses could not be loaded"
          text={readApiError(cart.error).message}
          onRetry={() => void cart.refetch()}
        />
      </>
    );
  return <CourseTable courses={cart.data} answeredAt={cart.dataUpdatedAt} refetch={cart.refetch} />;
}

type TableProps = { courses: CartItem[]; answeredAt: number; refetch: () => Promise<unknown> };

function CourseTable({ courses, answeredAt, refetch }: TableProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const lapsed = useLapsedCourses(
    courses,
    answeredAt,
    useCallback(() => void refetch(), [refetch]),
  );
  const isEmpty = courses.length === 0 && lapsed.length === 0;
  return (
    <>
      <Heading count={courses.length} ref={heading} />
      {isEmpty ? (
        <EmptyState
          title="No course selected yet"
          text="Join a class, and we hold its seat for you here until you pay."
          action={
            <Link to={paths.classes} className="btn btn-primary">
              {LABELS.findClass}
            </Link>
          }
        />
      ) : (
        <Table>
          {courses.map((course, index) => (
            <SelectedCourseRow
              key={course._id}
              course={course}
              number={index + 1}
              onRemoved={() => heading.current?.focus()}
            />
          ))}
          {lapsed.map((course, index) => (
            <LapsedCourseRow key={course._id} course={course} number={courses.length + index + 1} />
          ))}
        </Table>
      )}
    </>
  );
}

function Heading({ count, ref }: { count?: ReactNode; ref?: Ref<HTMLHeadingElement> }) {
  return (
    <header className="mb-6">
      <h1 ref={ref} tabIndex={-1} className="text-3xl font-extrabold outline-none">
        Selected Courses for Enroll{count !== undefined && <> : {count}</>}
      </h1>
      <p className="text-base-content/80 mt-1">
        Each seat is held for a while. Pay in time, and it is yours.
      </p>
    </header>
  );
}

function Table({ children }: { children: ReactNode }) {
  return (
    <div className="card bg-base-100 overflow-hidden shadow-card">
      <table role="table" className="table block md:table">
        <thead
          role="rowgroup"
          className="bg-base-300/70 sr-only md:not-sr-only md:table-header-group"
        >
          <tr role="row">
            {COLUMNS.map((column) => (
              <th key={column} role="columnheader" scope="col" className="text-base-content/80">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block md:table-row-group">
          {children}
        </tbody>
      </table>
    </div>
  );
}

function TableSkeleton() {
  return (
    <div className="card bg-base-100 shadow-card" role="status" aria-label="Loading">
      {[0, 1].map((row) => (
        <div key={row} className="flex gap-4 p-4 md:mt-0">
          <div className="skeleton aspect-[4/3] w-1/3 md:w-28" />
          <div className="flex-1 space-y-3">
            <div className="skeleton h-5 w-2/3" />
            <div className="skeleton h-5 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  );
}
