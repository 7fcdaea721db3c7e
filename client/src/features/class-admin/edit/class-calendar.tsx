import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDays, formatMonth, readToday } from '../../../lib/format.ts';
import { linkToEditCourse } from '../../../lib/dashboard-links.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { CalendarRoom, DayNumbers } from './calendar-room.tsx';
import {
  findFirstDay,
  findPeriod,
  groupByRoom,
  isInPeriod,
  movePeriod,
  type Period,
} from './calendar-months.ts';
import { coursesOnDaysOptions, nextCourseOptions } from './class-admin.queries.ts';
import { findRoomClashes } from './find-room-clashes.ts';

/**
 * The courses of a month by room, or of a week on a phone. Courses that share a room at the same time are marked.
 */
export function CourseCalendar({ today = readToday() }: { today?: string }) {
  const next = useQuery(nextCourseOptions());
  return (
    <>
      <PageHeading>Course Calendar</PageHeading>
      {next.isPending ? (
        <CalendarSkeleton />
      ) : next.isError ? (
        <LoadError query={next} />
      ) : next.data === null ? (
        <EmptyState title="No courses yet" text="A course is shown here as soon as it is added." />
      ) : (
        <Periods first={findFirstDay(next.data, today)} />
      )}
    </>
  );
}

function Periods({ first }: { first: string }) {
  const [day, setDay] = useState(first);
  // A month of a large school is as long as twenty screens of a phone.
  const unit = useIsPhone() ? 'week' : 'month';
  const period = findPeriod(day, unit);
  const courses = useQuery(coursesOnDaysOptions(period));
  const move = (steps: number) => setDay(movePeriod(day, unit, steps));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <PeriodButton label={`Previous ${unit}`} onPress={() => move(-1)}>
          <ChevronLeft className="size-5" aria-hidden="true" />
        </PeriodButton>
        <h2
          className="min-w-0 flex-1 basis-40 text-center text-xl font-bold sm:min-w-44 sm:flex-none sm:basis-auto sm:text-2xl"
          aria-live="polite"
        >
          {unit === 'week' ? formatDays(period.from, period.to) : formatMonth(day.slice(0, 7))}
        </h2>
        <PeriodButton label={`Next ${unit}`} onPress={() => move(1)}>
          <ChevronRight className="size-5" aria-hidden="true" />
        </PeriodButton>
      </div>
      {courses.isPending ? (
        <CalendarSkeleton />
      ) : courses.isError ? (
        <LoadError query={courses} />
      ) : (
        <div aria-busy={courses.isPlaceholderData}>
          <Rooms courses={courses.data} period={period} unit={unit} />
        </div>
      )}
    </>
  );
}

type RoomsProps = { courses: AdminClass[]; period: Period; unit: 'week' | 'month' };

function Rooms({ courses, period, unit }: RoomsProps) {
  const month = period.from.slice(0, 7);
  const shown = courses.filter((course) => isInPeriod(course, period));
  const rooms = groupByRoom(shown);
  const clashing = shown.filter((course) => findRoomClashes(course, shown).length > 0);
  if (rooms.length === 0)
    return (
      <p className="card bg-base-100 shadow-card p-8 text-center">No courses in this {unit}.</p>
    );
  return (
    <>
      <div className="card bg-base-100 shadow-card p-4 sm:p-6">
        <DayNumbers month={month} />
        <ul>
          {rooms.map(({ room, courses: inRoom }) => (
            <CalendarRoom key={room} room={room} courses={inRoom} all={shown} month={month} />
          ))}
        </ul>
      </div>
      {clashing.length > 0 && <ClashSummary clashing={clashing} />}
    </>
  );
}

function CalendarSkeleton() {
  return <div className="skeleton rounded-box h-96" role="status" aria-label="Loading" />;
}

function LoadError({ query }: { query: { error: Error | null; refetch: () => unknown } }) {
  return <LoadProblem what="The courses" query={query} />;
}

/** Says how many of the shown courses share a room, with a link to each. */
function ClashSummary({ clashing }: { clashing: AdminClass[] }) {
  return (
    <div className="border-error bg-error/10 rounded-field mt-6 flex gap-3 border-l-4 p-4">
      <TriangleAlert className="text-error mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold">{clashing.length} courses share a room at the same time</p>
        <ul>
          {clashing.map(({ _id, name, assign_room }) => (
            <li key={_id}>
              <Link to={linkToEditCourse(_id)} className="underline">
                Room {assign_room}: {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function PeriodButton({
  label,
  onPress,
  children,
}: {
  label: string;
  onPress: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      className="btn btn-square btn-outline"
      aria-label={label}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
