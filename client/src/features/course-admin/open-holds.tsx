import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useRef } from 'react';
import { readApiError } from '../../lib/api.ts';
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { courseOptions } from './course-admin.queries.ts';
import { CourseGone } from './course-gone.tsx';
import { HoldRow } from './hold-row.tsx';
import { classHoldsOptions } from './open-holds.queries.ts';

const COLUMNS = ['Name', 'Email', 'Held until', 'Action'];

/** Rows of the placeholder while the holds load. */
const PLACES = 3;

type Props = {
  classId: string;
  /** Shows until when a seat is held. */
  renderHold: (heldUntil: string) => ReactNode;
};

/** The seats of a course that are held and not paid for yet, each with a button that releases it. */
export function OpenHolds({ classId, renderHold }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const course = useQuery(courseOptions(classId));
  const holds = useQuery(classHoldsOptions(classId));
  if (holds.isError && readApiError(holds.error).code === 'not_found')
    return (
      <>
        <Heading />
        <CourseGone />
      </>
    );
  return (
    <>
      <Heading ref={heading} count={holds.data?.length}>
        {course.data?.name ?? (course.isPending && <span className="skeleton h-4 w-48" />)}
      </Heading>
      {holds.isPending ? (
        <DataTableSkeleton rows={PLACES} rowClass="h-40 @3xl:h-[4.6rem]" />
      ) : holds.isError ? (
        <ErrorState
          title="The open holds could not be loaded"
          text={readApiError(holds.error).message}
          onRetry={() => void holds.refetch()}
        />
      ) : holds.data.length === 0 ? (
        <EmptyState
          title="No open holds"
          text="When a student joins this course, their seat is listed here until they pay."
        />
      ) : (
        <DataTable label="Open holds" columns={COLUMNS}>
          {holds.data.map((hold) => (
            <HoldRow
              key={hold.cartId}
              hold={hold}
              classId={classId}
              onReleased={() => heading.current?.focus()}
            >
              {renderHold(hold.heldUntil)}
            </HoldRow>
          ))}
        </DataTable>
      )}
    </>
  );
}

type HeadingProps = {
  ref?: Ref<HTMLHeadingElement>;
  count?: number | undefined;
  /** The course's name. */
  children?: ReactNode;
};

function Heading({ ref, count, children }: HeadingProps) {
  return (
    <header className="mb-6">
      <h1 ref={ref} tabIndex={-1} className="text-3xl font-extrabold outline-none">
        Open Holds{count !== undefined && <> : {count}</>}
      </h1>
      {/* As high as its text, so that nothing moves when the name comes. */}
      <p className="text-base-content/80 mt-1 flex min-h-[1.6em] items-center break-words">
        {children}
      </p>
    </header>
  );
}
