import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { getInstructorsOptions } from './instructor-admin.queries.ts';
import { InstructorRow } from './instructor-row.tsx';

const COLUMNS = ['Instructor', 'Status', 'Course', 'Unassign', 'Remove'];
/** Placeholders while loading, about as many as a small school has instructors. */
const PLACES = 8;

/** All instructors. Those with a course can be unassigned, the others can be removed. */
export function UpdateInstructor() {
  const heading = useRef<HTMLHeadingElement>(null);
  const instructors = useQuery(getInstructorsOptions());
  const addLink = (
    <Link to={paths.addInstructor} className="btn btn-primary">
      <UserPlus className="size-4" aria-hidden="true" />
      Add Instructor
    </Link>
  );
  return (
    <>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-3xl font-extrabold outline-none">
            Update Instructor
          </h1>
          <p className="text-base-content/80 mt-1 max-w-prose">
            To remove an instructor, unassign their course first. Instructors without a page are not
            public: they write it on their dashboard.
          </p>
        </div>
        {addLink}
      </header>
      {instructors.isPending ? (
        <DataTableSkeleton rows={PLACES} rowClass="h-52 @3xl:h-[4.6rem]" />
      ) : instructors.isError ? (
        <ErrorState
          title="The instructors could not be loaded"
          text={readApiError(instructors.error).message}
          onRetry={() => void instructors.refetch()}
        />
      ) : instructors.data.length === 0 ? (
        <EmptyState
          title="No instructors yet"
          text="Turn a student into an instructor, then give them a course."
          action={addLink}
        />
      ) : (
        <DataTable label="Instructors" columns={COLUMNS}>
          {instructors.data.map((instructor) => (
            <InstructorRow
              key={instructor._id}
              instructor={instructor}
              onChanged={() => heading.current?.focus()}
            />
          ))}
        </DataTable>
      )}
    </>
  );
}
