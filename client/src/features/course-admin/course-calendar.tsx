import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { formatMonth } from '../../lib/format.ts';
import { linkToEditCourse } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { CalendarRoom, DayNumbers } from './calendar-room.tsx';
import { countDays, findFirstMonth, groupByRoom, isInMonth, moveMonth } from './calendar-months.ts';
import { coursesOnDaysOptions, nextCourseOptions } from './course-admin.queries.ts';
import { findRoomClashes } from './find-room-clashes.ts';

/** The courses of a month by room. A course that shares its room with another one on the same days is marked. */
export function CourseCalendar({ today }: { today: string }) {
  const next = useQuery(nextCourseOptions());
  return (
    <>
      <h1 className="mb-4 text-3xl font-extrabold">Course Calendar</h1>
      {next.isPending ? (
        <CalendarSkeleton />
      ) : next.isError ? (
        <LoadError query={next} />
      ) : next.data === null ? (
        <EmptyState title="No courses yet" text="A course is shown here as soon as it is added." />
      ) : (
        <Months first={findFirstMonth(next.data, today)} />
      )}
    </>
  );
}

function Months({ first }: { first: string }) {
  const [month, setMonth] = useState(first);
  const courses = useQuery(
    coursesOnDaysOptions({ from: `${month}-01`, to: `${month}-${countDays(month)}` }),
  );
  return (
    <>
      <div className="mb-4 flex items-center gap-2">
        <MonthButton label="Previous month" onPress={() => setMonth(moveMonth(month, -1))}>
          <ChevronLeft className="size-5" aria-hidden="true" />
        </MonthButton>
        <h2 className="min-w-44 text-center text-2xl font-bold" aria-live="polite">
          {formatMonth(month)}
        </h2>
        <MonthButton label="Next month" onPress={() => setMonth(moveMonth(month, 1))}>
          <ChevronRight className="size-5" aria-hidden="true" />
        </MonthButton>
      </div>
      {courses.isPending ? (
        <CalendarSkeleton />
      ) : courses.isError ? (
        <LoadError query={courses} />
      ) : (
        <div aria-busy={courses.isPlaceholderData}>
          <Month courses={courses.data} month={month} />
        </div>
      )}
    </>
  );
}

function Month({ courses, month }: { courses: AdminClass[]; month: string }) {
  const shown = courses.filter((course) => isInMonth(course, month));
  const rooms = groupByRoom(shown);
  const clashing = shown.filter((course) => findRoomClashes(course, shown).length > 0);
  if (rooms.length === 0)
    return (
      <p className="card bg-base-100 shadow-card p-8 text-center">No courses in this month.</p>
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
  return (
    <ErrorState
      title="The courses could not be loaded"
      text={readApiError(query.error).message}
      onRetry={() => void query.refetch()}
    />
  );
}

/** Says how many courses of the month share a room, with a link to each. */
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

function MonthButton({
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
