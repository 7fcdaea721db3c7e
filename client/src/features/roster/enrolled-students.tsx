import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Download, HeartPulse, ListChecks, type LucideIcon, Mail, Printer } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { readApiError } from '../../lib/api.ts';
import { saveCsv } from '../../lib/csv.ts';
import { read } from '../../lib/read.ts';
import { saveWorkbook } from '../../lib/workbook.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { countOf } from '../../lib/count-of.ts';
import { DataTableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { ExtrasOfClass } from '../../ui/carried-extras.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { CampFacts } from './camp-facts.tsx';
import { CourseChoice, findShown, useChosenCourse } from './class-choice.tsx';
import { findStudents } from './find-students.ts';
import { NoCourse } from './no-class.tsx';
import { listRosterRows, nameRosterFile } from './roster-file.ts';
import { RosterTable } from './roster-table.tsx';
import { TeamDays } from './team-days.tsx';
import { type Roster } from './roster.queries.ts';
import { PageTitle } from '../../ui/page-heading.tsx';

/** Rows of the placeholder while the students load. */
const PLACES = 8;

/** The students enrolled in the instructor's course, with a search, files and a list to print. */
export function EnrolledStudents({ email }: { email: string }) {
  const { classId } = useChosenCourse();
  const info = useQuery(read('GET /userList/instructorInfo', { query: { email } }));
  const roster = useQuery(
    read('GET /enrolledStudents', { query: { email, ...(classId && { classId }) } }),
  );
  // The server records the reader, and refuses those who may not read it now. A list, a print or a file never lacks an
  // allergy because it was made too early.
  const care = useQuery({
    ...read('GET /classCare/:classId', { params: { classId: roster.data?.camp?.classId ?? '' } }),
    enabled: !!roster.data?.camp && roster.data.students.length > 0,
  });
  // Both at once, so that nothing moves in between.
  const isLoading = roster.isPending || care.isLoading;
  const course = roster.data?.course ?? findShown(info.data, classId)?.name ?? info.data?.course;
  return (
    <>
      <header className="mb-6">
        <PageTitle>Enrolled Students</PageTitle>
        <p className="text-base-content/80 mt-1 min-h-[1.6em]">
          {course !== NOT_ASSIGNED && <span>{course}</span>}
          {!course && roster.isPending && <span className="skeleton inline-block h-4 w-48" />}
        </p>
        {isLoading && <div className="skeleton mt-3 h-6 w-full max-w-xl" />}
        {!isLoading && roster.data?.camp && <CampFacts camp={roster.data.camp} />}
      </header>
      <CourseChoice info={info.data} />
      {isLoading ? (
        <>
          <div className={TOOLS_LOOK}>
            <div className="skeleton h-13.5 w-full sm:max-w-sm" />
            <div className="skeleton h-67 w-full sm:h-25 xl:h-11 xl:w-209" />
          </div>
          <p className="mb-3">&nbsp;</p>
          <DataTableSkeleton rows={PLACES} rowClass="h-27 md:h-[3.1rem]" />
        </>
      ) : roster.isError ? (
        <LoadProblem what="Your students" query={roster} />
      ) : course === NOT_ASSIGNED ? (
        <>
          <TeamDays />
          <NoCourse />
        </>
      ) : roster.data.students.length === 0 ? (
        <EmptyState
          title="Nobody is enrolled yet"
          text="When a student pays for a seat, they appear here with their entry code."
        />
      ) : (
        <OpenRoster
          roster={roster.data}
          care={care}
          leads={!classId || !!findShown(info.data, classId)}
        />
      )}
    </>
  );
}

type CareQuery = Pick<
  UseQueryResult<Output<Contract['GET /classCare/:classId']>>,
  'data' | 'isError' | 'error' | 'refetch'
>;

/** A search keeps the course that is chosen. */
const ADDRESS = { class: (text: string) => text || undefined };

const TOOLS_LOOK = 'mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden';

type OpenProps = {
  roster: Roster;
  care: CareQuery;
  /** Whether they lead the course, and are not only on its team today. */
  leads: boolean;
};

function OpenRoster({ roster: { course, students }, care, leads }: OpenProps) {
  const { search, setSearch } = useListAddress(ADDRESS);
  const { linkTo } = useChosenCourse();
  // One course has few students, so the search needs no call.
  const found = findStudents(students, search);
  // Only once a file is wanted: with many answers to forms, it takes a while.
  const listRows = () => listRosterRows(found, care.data?.people);
  const isEmpty = found.length === 0;
  return (
    <>
      <div className={TOOLS_LOOK}>
        <SearchField label="Search by code, name or email" search={search} onSearch={setSearch} />
        <div className="flex w-full flex-wrap gap-3 sm:w-auto">
          <Link to={linkTo(paths.courseDay)} className="btn btn-primary w-full sm:w-auto">
            <ListChecks className="size-4" aria-hidden="true" />
            Day list
          </Link>
          <Link
            to={linkTo(paths.courseCare)}
            className="btn btn-outline btn-primary w-full sm:w-auto"
          >
            <HeartPulse className="size-4" aria-hidden="true" />
            Care sheet
          </Link>
          {leads && (
            <Link
              to={linkTo(paths.courseMessage)}
              className="btn btn-outline btn-primary w-full sm:w-auto"
            >
              <Mail className="size-4" aria-hidden="true" />
              Message to the class
            </Link>
          )}
          <ToolButton icon={Printer} className="w-full" disabled={isEmpty} onClick={() => print()}>
            Print
          </ToolButton>
          <ToolButton
            icon={Download}
            className="flex-1"
            disabled={isEmpty}
            onClick={() => saveCsv(nameRosterFile(course, 'csv'), listRows())}
          >
            Export CSV<span className="sr-only">: students</span>
          </ToolButton>
          <ToolButton
            icon={Download}
            className="flex-1"
            disabled={isEmpty}
            onClick={() => void saveWorkbook(nameRosterFile(course, 'xlsx'), listRows())}
          >
            Export Excel<span className="sr-only">: students</span>
          </ToolButton>
        </div>
      </div>
      <p
        role="status"
        className="text-base-content/80 mb-3"
      >{`${countOf(found.length, 'student')}${search ? ` found for “${search}”` : ''}`}</p>
      <ExtrasOfClass people={students} />
      {care.isError && <NoCareNote query={care} />}
      {isEmpty ? (
        <EmptyState
          title="Nobody found"
          text="No code, name or email matches your search."
          link={{ to: linkTo(''), label: 'Show all students' }}
        />
      ) : (
        <RosterTable students={found} care={care.data?.people} />
      )}
    </>
  );
}

type ToolProps = ComponentProps<'button'> & { icon: LucideIcon };

function ToolButton({ icon: Icon, className, children, ...button }: ToolProps) {
  return (
    <button
      type="button"
      className={`btn btn-outline btn-primary sm:w-auto sm:flex-none ${className}`}
      {...button}
    >
      <Icon className="size-4" aria-hidden="true" />
      {children}
    </button>
  );
}

/** Why the list has no health and contacts: it must not look as if there were none. */
function NoCareNote({ query }: { query: CareQuery }) {
  const { code, message } = readApiError(query.error);
  if (code === 'care_sheet_closed')
    return (
      <p className="mb-3">
        Health, contacts and who must not collect a child are not on this list now. {message}
      </p>
    );
  return (
    <p role="alert" className="text-error mb-3 font-semibold">
      Health, contacts and who must not collect a child could not be loaded, so they are not on this
      list, its print and its files.{' '}
      <button type="button" className="link" onClick={() => void query.refetch()}>
        Try again
      </button>
    </p>
  );
}
