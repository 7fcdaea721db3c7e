import { findRatio } from '@speakifyr/contract/child-ratio.ts';
import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ExtrasOfClass } from '../../ui/carried-extras.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ClassDay } from './attendance.queries.ts';
import { DayBar, type ExpectedFilter } from './day-bar.tsx';
import { DayPersonRow } from './day-person.tsx';
import { useDayPhotos } from './day-photos.queries.ts';
import { FindPerson } from './find-person.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { RatioLine, RatioNote } from './ratio-line.tsx';
import { type PersonNow, readPerson } from './read-person.ts';
import { TapNotes } from './tap-notes.tsx';
import { useGroupFilter } from './use-group-filter.ts';
import { useTaps } from './use-taps.ts';

type Props = {
  /** The address of the attendance sheet. */
  sheet: string;
  list: ClassDay;
  /** Now by the server's clock. */
  now: Date;
  /** The school's day, yyyy-mm-dd. */
  today: string;
  mayOverride: boolean;
};

/** Everybody in a class on a day. Only today's list can be tapped on. */
export function DayPeople({ list, now, today, sheet, mayOverride }: Props) {
  const { classId, day } = list;
  const taps = useTaps(classId, day);
  const findPhoto = useDayPhotos(list);
  const [leavingId, setLeavingId] = useState<string>();
  const [finding, setFinding] = useState<'type' | 'scan'>();
  // A number, because somebody can be found twice.
  const [found, setFound] = useState({ personId: '', times: 0 });
  const people = list.people.map((person) => readPerson(person, taps.unsent));
  const groups = useGroupFilter(list, people);
  const { filter, shown, show } = useExpectedFilter(groups.shown);
  const leaving = people.find(({ personId }) => personId === leavingId);
  const isToday = day === today;
  const here = people.filter(({ isChild, attendance }) => isChild && attendance.state === 'here');
  const team = { children: here.length, team: list.team };
  const ratio = findRatio([team], here.length, list.mostPerAdult);
  if (people.length === 0)
    return (
      <EmptyState
        title="Nobody is enrolled yet"
        text="When somebody has a paid seat, they appear here."
      />
    );
  return (
    <>
      <DayBar
        className={list.className}
        people={groups.shown}
        filter={filter}
        groups={groups.filter}
        isToday={isToday}
        onFind={setFinding}
      />
      <ExtrasOfClass people={people} />
      {isToday && ratio.children > 0 && (
        <>
          <RatioLine ratio={ratio} most={list.mostPerAdult} />
          <RatioNote />
        </>
      )}
      <TapNotes taps={taps} people={people} />
      {!isToday && <p className="mb-3">Only today’s list can be changed. This one is read-only.</p>}
      {shown.length === 0 && <p className="mb-3">Nobody is expected anymore.</p>}
      <ul className="grid items-start gap-1.5 sm:gap-3 xl:grid-cols-2">
        {shown.map((person) => (
          <DayPersonRow
            key={person.personId}
            person={person}
            found={found.personId === person.personId ? found.times : 0}
            photo={findPhoto(person)}
            list={list}
            now={now}
            isToday={isToday}
            isOver={day < today}
            onTap={(tapped) => taps.tap(person, list, tapped)}
            onLeave={() => setLeavingId(person.personId)}
          />
        ))}
      </ul>
      <p className="mt-6">
        <Link to={sheet} className="btn btn-outline min-h-12 w-full sm:w-auto">
          <ClipboardList className="size-5" aria-hidden="true" />
          Attendance sheet
        </Link>
      </p>
      {finding && (
        <FindPerson
          list={list}
          startsScanning={finding === 'scan'}
          onClose={() => setFinding(undefined)}
          onFind={(personId) => {
            // Somebody of another group is shown, too.
            if (!groups.shown.some((one) => one.personId === personId)) groups.filter.choose('');
            show(personId);
            setFinding(undefined);
            setFound(({ times }) => ({ personId, times: times + 1 }));
          }}
        />
      )}
      {leaving && (
        <HandOverDialog
          person={leaving}
          photo={findPhoto(leaving)}
          list={list}
          now={now}
          mayOverride={mayOverride}
          onClose={() => setLeavingId(undefined)}
          onChoose={(collectedBy) => {
            taps.tap(leaving, list, { kind: 'out', collectedBy });
            setLeavingId(undefined);
          }}
        />
      )}
    </>
  );
}

/**
 * Shows only those who are still expected. Somebody who arrives stays until the person hides them: a list that moves under a
 * thumb records the next child by mistake. R562
 * @returns the people to show, in their order; `show` adds one
 */
function useExpectedFilter(people: PersonNow[]): {
  filter: ExpectedFilter;
  shown: PersonNow[];
  show: (personId: string) => void;
} {
  const [kept, setKept] = useState<ReadonlySet<string>>();
  const isExpected = ({ attendance }: PersonNow) => attendance.state === 'expected';
  const listExpected = () => new Set(people.filter(isExpected).map(({ personId }) => personId));
  const shown = kept
    ? people.filter((person) => kept.has(person.personId) || isExpected(person))
    : people;
  return {
    shown,
    show: (personId) => setKept((before) => before && new Set([...before, personId])),
    filter: {
      isOn: kept !== undefined,
      done: kept ? shown.filter((person) => !isExpected(person)).length : 0,
      toggle: () => setKept(kept ? undefined : listExpected()),
      hideDone: () => setKept(listExpected()),
    },
  };
}
