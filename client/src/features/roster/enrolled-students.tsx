import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Download, HeartPulse, ListChecks, Mail, Printer } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { read } from '../../lib/read.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { countOf } from '../../lib/count-of.ts';
import { DataCell, DataRow, DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { HealthMissingBadge, SevereAllergyBadge } from '../../ui/health-badges.tsx';
import { CarriedExtras, ExtrasOfClass } from '../../ui/carried-extras.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { CampFacts } from './camp-facts.tsx';
import { CourseChoice, findShown, useChosenCourse } from './class-choice.tsx';
import { findStudents } from './find-students.ts';
import { nameStudent } from './name-student.ts';
import { NoCourse } from './no-class.tsx';
import { buildRosterFile, nameRosterFile } from './roster-file.ts';
import { TeamDays } from './team-days.tsx';
import { type Roster, type RosterStudent } from './roster.queries.ts';
import { PageTitle } from '../../ui/page-heading.tsx';

const COLUMNS = ['Entry Code', 'Name', 'Email'];
const COLUMNS_WITH_CHILDREN = ['Entry Code', 'Name', 'Age', 'Health', 'Email'];

/** Rows of the placeholder while the students load. */
const PLACES = 8;

/** The students enrolled in the instructor's course, with a search, a CSV file and a list to print. */
export function EnrolledStudents({ email }: { email: string }) {
  const { classId } = useChosenCourse();
  const info = useQuery(read('GET /userList/instructorInfo', { query: { email } }));
  const roster = useQuery(
    read('GET /enrolledStudents', { query: { email, ...(classId && { classId }) } }),
  );
  const course = roster.data?.course ?? findShown(info.data, classId)?.name ?? info.data?.course;
  return (
    <>
      <header className="mb-6">
        <PageTitle>Enrolled Students</PageTitle>
        <p className="text-base-content/80 mt-1 min-h-[1.6em]">
          {course !== NOT_ASSIGNED && <span>{course}</span>}
          {!course && roster.isPending && <span className="skeleton inline-block h-4 w-48" />}
        </p>
        {roster.isPending && <div className="skeleton mt-3 h-6 w-full max-w-xl" />}
        {roster.data?.camp && <CampFacts camp={roster.data.camp} />}
      </header>
      <CourseChoice info={info.data} />
      {roster.isPending ? (
        <>
          <div className={TOOLS_LOOK}>
            <div className="skeleton h-13.5 w-full sm:max-w-sm" />
            <div className="skeleton h-52 w-full sm:h-11 sm:w-145" />
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
        <RosterTable roster={roster.data} leads={!classId || !!findShown(info.data, classId)} />
      )}
    </>
  );
}

/** A search keeps the course that is chosen. */
const ADDRESS = { class: (text: string) => text || undefined };

const TOOLS_LOOK = 'mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden';

/** @param props.leads whether they lead the course, and are not only on its team today */
function RosterTable({ roster, leads }: { roster: Roster; leads: boolean }) {
  const { course, students } = roster;
  const { search, setSearch } = useListAddress(ADDRESS);
  const { linkTo } = useChosenCourse();
  // One course has few students, so the search needs no call.
  const found = findStudents(students, search);
  const hasChildren = students.some(({ childId }) => childId !== null);
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
          <button
            type="button"
            className="btn btn-outline btn-primary flex-1 sm:flex-none"
            disabled={found.length === 0}
            onClick={() => window.print()}
          >
            <Printer className="size-4" aria-hidden="true" />
            Print
          </button>
          <button
            type="button"
            className="btn btn-outline btn-primary flex-1 sm:flex-none"
            disabled={found.length === 0}
            onClick={() =>
              saveFile(nameRosterFile(course), 'text/csv;charset=utf-8', buildRosterFile(found))
            }
          >
            <Download className="size-4" aria-hidden="true" />
            Export CSV
            <span className="sr-only">: students</span>
          </button>
        </div>
      </div>
      <p
        role="status"
        className="text-base-content/80 mb-3"
      >{`${countOf(found.length, 'student')}${search ? ` found for “${search}”` : ''}`}</p>
      <ExtrasOfClass people={students} />
      {found.length === 0 ? (
        <EmptyState
          title="Nobody found"
          text="No code, name or email matches your search."
          link={{ to: linkTo(''), label: 'Show all students' }}
        />
      ) : (
        <DataTable
          label="Enrolled Students"
          columns={hasChildren ? COLUMNS_WITH_CHILDREN : COLUMNS}
        >
          {found.map((student) => (
            <DataRow key={student.entry_code}>
              <DataCell className="text-primary font-display font-bold tracking-wide whitespace-nowrap">
                {/* On paper, to check off who is there. */}
                <span
                  aria-hidden="true"
                  className="mr-3 hidden size-4 border border-current align-[-0.15em] print:inline-block"
                />
                {student.entry_code}
              </DataCell>
              <DataCell className="font-semibold break-words">
                {nameStudent(student)}
                <CarriedExtras extras={student.extras} />
              </DataCell>
              {hasChildren && <ChildCells student={student} />}
              <DataCell className="text-base-content/80 break-all">{student.email}</DataCell>
            </DataRow>
          ))}
        </DataTable>
      )}
    </>
  );
}

/** Both are empty for somebody who joined for themselves. */
function ChildCells({ student }: { student: RosterStudent }) {
  const { age, hasSevereAllergy, isHealthMissing } = student;
  return (
    <>
      <DataCell className="whitespace-nowrap tabular-nums">
        {age !== null && (
          <>
            <span className="@3xl:hidden print:hidden">Age </span>
            {age}
          </>
        )}
      </DataCell>
      <DataCell>
        {hasSevereAllergy && <SevereAllergyBadge />}
        {isHealthMissing && <HealthMissingBadge />}
      </DataCell>
    </>
  );
}
