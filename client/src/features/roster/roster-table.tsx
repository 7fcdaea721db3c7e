import type { CarePerson } from '@speakifyr/contract/children.ts';
import { findCareOf, listAdults, listHealth } from '../../lib/describe-care.ts';
import { formatChosen } from '../../lib/say-days.ts';
import { BlockedPeople } from '../../ui/blocked-people.tsx';
import { AdultLines, HealthLines, LeavesAlone } from '../../ui/care-facts.tsx';
import { CarriedExtras } from '../../ui/carried-extras.tsx';
import { DataCell, DataRow, DataTable } from '../../ui/data-table.tsx';
import { FormFacts, PictureMarks } from '../../ui/form-facts.tsx';
import { HealthMissingBadge, SevereAllergyBadge } from '../../ui/health-badges.tsx';
import { nameStudent } from './name-student.ts';
import type { RosterStudent } from './roster.queries.ts';

const COLUMNS = ['Entry Code', 'Name', 'Email'];
const COLUMNS_WITH_CHILDREN = ['Entry Code', 'Name', 'Age', 'Health', 'Email'];
const COLUMNS_WITH_CARE = ['Entry Code', 'Name', 'Age', 'Health', 'Who collects, and whom to call'];

type Props = {
  students: RosterStudent[];
  /** The class's care sheet; undefined if the reader can't open it now. */
  care: CarePerson[] | undefined;
};

/** The students of a class. With the care sheet, it has what a person needs in an emergency. R560 */
export function RosterTable({ students, care }: Props) {
  const hasChildren = students.some(({ childId }) => childId !== null);
  const plain = hasChildren ? COLUMNS_WITH_CHILDREN : COLUMNS;
  return (
    <DataTable label="Enrolled Students" columns={care ? COLUMNS_WITH_CARE : plain}>
      {students.map((student) => (
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
            {student.days && (
              <span className="block text-sm font-normal">{formatChosen(student)}</span>
            )}
            {student.group && (
              <span className="block text-sm font-normal">Group {student.group}</span>
            )}
            <CarriedExtras extras={student.extras} />
            <PictureMarks facts={student.facts} />
            <FormFacts facts={student.facts} />
          </DataCell>
          {(hasChildren || care) && (
            <DataCell className="whitespace-nowrap tabular-nums">
              {student.age !== null && (
                <>
                  <span className="@3xl:hidden print:hidden">Age </span>
                  <span>{student.age}</span>
                </>
              )}
            </DataCell>
          )}
          {care ? (
            <CareCells
              student={student}
              person={findCareOf(care, { ...student, code: student.entry_code })}
            />
          ) : (
            hasChildren && (
              <DataCell>
                <Marks student={student} />
              </DataCell>
            )
          )}
          {!care && <DataCell className="text-base-content/80 break-all">{student.email}</DataCell>}
        </DataRow>
      ))}
    </DataTable>
  );
}

function Marks({ student: { hasSevereAllergy, isHealthMissing } }: { student: RosterStudent }) {
  return (
    <>
      {hasSevereAllergy && <SevereAllergyBadge />}
      {isHealthMissing && <HealthMissingBadge />}
    </>
  );
}

type CareProps = {
  student: RosterStudent;
  /** Missing for somebody who has enrolled since the care sheet was loaded. */
  person: CarePerson | undefined;
};

function CareCells({ student, person }: CareProps) {
  return (
    <>
      <DataCell className="@3xl:min-w-44 @3xl:align-top print:align-top">
        {person ? <HealthLines lines={listHealth(person)} /> : <Marks student={student} />}
      </DataCell>
      <DataCell className="space-y-1.5 @3xl:min-w-52 @3xl:align-top print:align-top">
        {person && (
          <>
            <BlockedPeople {...person} />
            <LeavesAlone from={person.mayLeaveAloneFrom} />
            <AdultLines adults={listAdults(person)} />
          </>
        )}
        <p className="text-base-content/80 [overflow-wrap:anywhere]">{student.email}</p>
      </DataCell>
    </>
  );
}
