import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { readApiError } from '../../lib/api.ts';
import { formatMonth } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { CalendarRoom, DayNumbers } from './calendar-room.tsx';
import { findFirstMonth, groupByRoom, isInMonth, moveMonth } from './calendar-months.ts';
import { adminClassesOptions } from './course-admin.queries.ts';
import { findRoomClashes } from './find-room-clashes.ts';

/** All courses of a month by room. A course that shares its room with another one on the same days is marked. */
export function CourseCalendar({ today }: { today: string }) {
  const courses = useQuery(adminClassesOptions());
  return (
    <>
      <h1 className="text-3xl font-extrabold">Course Calendar</h1>
      <p className="text-base-content/80 mt-1 mb-6">
        Every course by room. A room that is used twice on the same days is marked.
      </p>
      {courses.isPending ? (
        <div className="skeleton rounded-box h-96" role="status" aria-label="Loading" />
      ) : courses.isError ? (
        <ErrorState
          title="The courses could not be loaded"
          text={readApiError(courses.error).message}
          onRetry={() => void courses.refetch()}
        />
      ) : courses.data.length === 0 ? (
        <EmptyState title="No courses yet" text="A course is shown here as soon as it is added." />
      ) : (
        <Months courses={courses.data} today={today} />
      )}
    </>
  );
}

function Months({ courses, today }: { courses: AdminClass[]; today: string }) {
  const [month, setMonth] = useState(() => findFirstMonth(courses, today));
  const shown = courses.filter((course) => isInMonth(course, month));
  const rooms = groupByRoom(shown);
  const clashing = courses.filter((course) => findRoomClashes(course, courses).length > 0);
  return (
    <>
      {clashing.length > 0 && <ClashSummary clashing={clashing} onShow={setMonth} />}
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
      {rooms.length === 0 ? (
        <p className="card bg-base-100 shadow-card p-8 text-center">No courses in this month.</p>
      ) : (
        <div className="card bg-base-100 shadow-card p-4 sm:p-6">
          <DayNumbers month={month} />
          <ul>
            {rooms.map(({ room, courses: inRoom }) => (
              <CalendarRoom key={room} room={room} courses={inRoom} all={courses} month={month} />
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Says how many courses share a room, with a link to each. */
function ClashSummary({
  clashing,
  onShow,
}: {
  clashing: AdminClass[];
  onShow: (month: string) => void;
}) {
  return (
    <div className="border-error bg-error/10 rounded-field mb-6 flex gap-3 border-l-4 p-4">
      <TriangleAlert className="text-error mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold">{clashing.length} courses share a room on the same days</p>
        <ul>
          {clashing.map(({ _id, name, assign_room, camp_start }) => (
            <li key={_id}>
              <button
                type="button"
                className="text-left underline"
                onClick={() => onShow(camp_start.slice(0, 7))}
              >
                Room {assign_room}: {name}
              </button>
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
