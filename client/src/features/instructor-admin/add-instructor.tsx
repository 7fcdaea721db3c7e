import type { User } from '@speakifyr/contract/identity.ts';
import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { studentsOptions } from './instructor-admin.queries.ts';
import { StudentRow } from './student-row.tsx';

/** Students, each of whom can become an instructor. */
export function AddInstructor() {
  const { search, page, setSearch, linkToPage } = useListAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  const students = useQuery(studentsOptions());
  return (
    <>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-3xl font-extrabold outline-none">
            Add Instructor
          </h1>
          <p className="text-base-content/80 mt-1">
            Whom you choose leaves the students, and can be given a course.
          </p>
        </div>
        <SearchField label="Search by name or email" search={search} onSearch={setSearch} />
      </header>
      {students.isPending ? (
        <DataTableSkeleton rows={DEFAULT_PAGE_SIZE} rowClass="h-36 @3xl:h-[4.35rem]" />
      ) : students.isError ? (
        <ErrorState
          title="The students could not be loaded"
          text={readApiError(students.error).message}
          onRetry={() => void students.refetch()}
        />
      ) : students.data.length === 0 ? (
        <EmptyState
          title="There are no students"
          text="Whoever signs up is one, and shows here."
          action={
            <Link to={paths.manage} className="btn btn-primary">
              Back to Manage
            </Link>
          }
        />
      ) : (
        <StudentPage
          students={students.data.filter((student) => matchesSearch(student, search))}
          search={search}
          page={page}
          linkToPage={linkToPage}
          onMoved={() => heading.current?.focus()}
        />
      )}
    </>
  );
}

type PageProps = {
  /** All that were found. */
  students: User[];
  search: string;
  page: number;
  linkToPage: (page: number) => string;
  /** Somebody was added, or another page is shown: the person starts at the top. */
  onMoved: () => void;
};

function StudentPage({ students, search, page, linkToPage, onMoved }: PageProps) {
  const pageCount = Math.ceil(students.length / DEFAULT_PAGE_SIZE);
  // The last one of the last page was added, or the address is an old one.
  if (page > pageCount && pageCount > 0) return <Navigate to={linkToPage(pageCount)} replace />;
  const first = (page - 1) * DEFAULT_PAGE_SIZE;
  return (
    <>
      <p role="status" className={search ? 'text-base-content/80 mb-3' : 'sr-only'}>
        {search &&
          `${students.length} ${students.length === 1 ? 'student' : 'students'} found for “${search}”`}
      </p>
      {students.length === 0 ? (
        <EmptyState
          title="Nobody found"
          text="No student’s name and no email has this in it."
          action={
            <Link to="?" className="btn btn-primary">
              Show all students
            </Link>
          }
        />
      ) : (
        <>
          <DataTable label="Students" columns={['Name', 'Email', 'Role', 'Add']}>
            {students.slice(first, first + DEFAULT_PAGE_SIZE).map((student) => (
              <StudentRow key={student._id} student={student} onAdded={onMoved} />
            ))}
          </DataTable>
          <PageLinks page={page} pageCount={pageCount} linkTo={linkToPage} onFollow={onMoved} />
        </>
      )}
    </>
  );
}

function matchesSearch({ name, email }: User, search: string): boolean {
  const wanted = search.toLowerCase();
  return [name, email].some((text) => text.toLowerCase().includes(wanted));
}
