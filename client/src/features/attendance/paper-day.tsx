import type { CarePerson } from '@speakifyr/contract/children.ts';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import {
  type CareAdult,
  findCareOf,
  listAdults,
  listHealth,
  nameAdult,
  sayAllergy,
} from '../../lib/describe-care.ts';
import { formatHours } from '@speakifyr/contract/format.ts';
import { formatTime } from '../../lib/format.ts';
import { read } from '../../lib/read.ts';
import { BlockedPeople } from '../../ui/blocked-people.tsx';
import { AdultLines, HealthLines, LeavesAlone } from '../../ui/care-facts.tsx';
import { CarriedExtras, ExtrasOfClass } from '../../ui/carried-extras.tsx';
import { FormFacts, PictureMarks } from '../../ui/form-facts.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ClassDay } from './attendance.queries.ts';
import { ListProblem } from './list-problem.tsx';
import { countStates, describeState, type PersonNow, readPerson } from './read-person.ts';

type Props = {
  list: ClassDay;
  /** Whether the day is over. */
  isOver: boolean;
  /** The day list on the screen. */
  back: string;
};

/**
 * The day list for paper, with tick boxes and what the care sheet says of each child. It needs both lists, and both record
 * their reader: a sheet that lacks an allergy is worse than none. R559
 */
export function PaperDay({ list, isOver, back }: Props) {
  const { classId } = list;
  const care = useQuery(read('GET /classCare/:classId', { params: { classId } }));
  if (care.isPending)
    return <div role="status" aria-label="Loading" className="skeleton h-72 w-full" />;
  if (care.isError) return <ListProblem what="The list to print" query={care} />;
  if (list.people.length === 0)
    return (
      <EmptyState
        title="Nobody is enrolled yet"
        text="When somebody has a paid seat, they appear here."
      />
    );
  const people = list.people.map((person) => readPerson(person, []));
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3 print:hidden">
        <button type="button" className="btn btn-primary" onClick={() => print()}>
          <Printer className="size-4" aria-hidden="true" />
          Print
        </button>
        <Link to={back} className="btn btn-outline">
          Back to the day list
        </Link>
      </div>
      <p className="font-semibold [overflow-wrap:anywhere]">
        {[
          formatHours(list),
          `Room ${list.room}`,
          list.team.map(({ name }) => name).join(', '),
          countStates(people),
          `list of ${formatTime(new Date(list.now))}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="my-2">
        Confidential, only for those who look after the children. Destroy it after the class.
      </p>
      <ExtrasOfClass people={people} />
      <ul aria-label="To print" className="grid gap-3 print:block">
        {people.map((person) => (
          <PaperPerson
            key={person.personId}
            person={person}
            care={findCareOf(care.data.people, {
              code: person.entryCode,
              childId: person.isChild ? person.personId : null,
            })}
            isOver={isOver}
          />
        ))}
      </ul>
    </>
  );
}

type PersonProps = {
  person: PersonNow;
  /** Missing for somebody who came and has no seat anymore. */
  care: CarePerson | undefined;
  isOver: boolean;
};

/** One person: to tick off, health, and who may take them. A page never ends inside of a person. */
function PaperPerson({ person, care, isOver }: PersonProps) {
  const { name, age, entryCode, group, extras, facts, hasNoSeat, mayLeaveAloneFrom, attendance } =
    person;
  return (
    <li className="card bg-base-100 border-base-content/40 grid gap-3 border-2 p-3 md:grid-cols-3 print:mb-2 print:grid-cols-3 print:gap-2 print:break-inside-avoid print:rounded-none print:border-black print:p-2 print:text-xs">
      <div className="grid content-start gap-1.5">
        <h3 className="text-lg font-bold [overflow-wrap:anywhere] print:text-sm">
          <span>{name.trim() || 'Not Found'}</span>
          {age !== null && <span className="font-semibold">, age {age}</span>}
        </h3>
        {(entryCode || group) && (
          <p className="[overflow-wrap:anywhere]">
            {[entryCode, group].filter(Boolean).join(' · ')}
          </p>
        )}
        {care?.note && <p className="[overflow-wrap:anywhere]">{care.note}</p>}
        <CarriedExtras extras={extras} />
        <PictureMarks facts={facts} />
        <FormFacts facts={facts} />
        {hasNoSeat && <p className="font-bold">Not enrolled anymore.</p>}
        {attendance.state !== 'expected' && (
          <p className="font-bold [overflow-wrap:anywhere]">{describeState(person, isOver)}</p>
        )}
        <Tick>Arrived at</Tick>
        <Tick>Left at</Tick>
        <p className="flex items-end gap-2">
          With <span className="grow border-b border-current" />
        </p>
        <Tick>Absent</Tick>
      </div>
      <div className="min-w-0">
        <HealthLines lines={listLines(person, care)} />
      </div>
      <div className="grid min-w-0 content-start gap-2">
        <BlockedPeople {...person} />
        <LeavesAlone from={mayLeaveAloneFrom} />
        <AdultLines adults={person.isChild ? listOfDay(person) : care ? listAdults(care) : []} />
      </div>
    </li>
  );
}

/** A box to tick, with a line for a time. */
function Tick({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-end gap-2">
      <span aria-hidden="true" className="inline-block size-4 shrink-0 border-2 border-current" />
      {children}
      <span className="grow border-b border-current" />
    </p>
  );
}

function listLines({ severeAllergies }: PersonNow, care: CarePerson | undefined) {
  if (care) return listHealth(care);
  return [
    ...severeAllergies.map((allergy) => ({
      label: 'Severe allergy',
      text: sayAllergy(allergy),
      isSevere: true as const,
    })),
    { label: 'Health', text: 'The care sheet has nobody without a seat. Ask the office.' },
  ];
}

/** The adults as the day list has them: who may collect the child on exactly this day. */
function listOfDay({ adults }: PersonNow): CareAdult[] {
  return adults.map((adult) => ({
    who: nameAdult(adult),
    phone: adult.phone,
    may: sayMay(adult),
  }));
}

function sayMay(adult: PersonNow['adults'][number]): string {
  if (adult.isBlocked && !adult.isInDoubt) return 'Must not pick up';
  if (adult.isInDoubt || adult.asksOffice) return 'Ask the office before they pick up';
  return adult.mayCollect ? 'May pick up' : 'Only to call';
}
