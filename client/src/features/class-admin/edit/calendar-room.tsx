import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { TriangleAlert } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { formatHours } from '@speakifyr/contract/format.ts';
import { formatCamp } from '../../../lib/say-days.ts';
import { linkToEditCourse } from '../../../lib/dashboard-links.ts';
import {
  countDays,
  findDaysInMonth,
  findDaysWithout,
  isWeekend,
  nameWeekday,
} from './calendar-months.ts';
import { findRoomClashes } from './find-room-clashes.ts';
import './class-calendar.css';

/** The days of the month above the rooms. Only on wide screens. On small ones each course names its own days. */
export function DayNumbers({ month }: { month: string }) {
  const days = Array.from({ length: countDays(month) }, (_none, index) => index + 1);
  return (
    <div className="calendar-days calendar-numbers" aria-hidden="true">
      {days.map((day) => (
        <span
          key={day}
          className={isWeekend(month, day) ? 'text-base-content/75' : 'font-semibold'}
        >
          <span className="block font-normal">{nameWeekday(month, day)}</span>
          {day}
        </span>
      ))}
    </div>
  );
}

/** A course with more days than this has room for its hours on wide screens. */
const ROOMY = 6;

type Props = {
  room: number;
  /** The courses in this room in this month, by start day. */
  courses: AdminClass[];
  /** Every course, to find those that share the room. */
  all: AdminClass[];
  month: string;
};

/** A room with its courses: side by side along the days on wide screens, one below the other on small ones. */
export function CalendarRoom({ room, courses, all, month }: Props) {
  return (
    <li className="calendar-room">
      <h3 className="font-bold">Room {room}</h3>
      <ul className="calendar-days">
        {courses.map((course) => (
          <CalendarCourse
            key={course._id}
            course={course}
            clashes={findRoomClashes(course, all)}
            month={month}
          />
        ))}
      </ul>
    </li>
  );
}

function CalendarCourse({
  course,
  clashes,
  month,
}: {
  course: AdminClass;
  clashes: AdminClass[];
  month: string;
}) {
  const { _id, name, isDraft } = course;
  const hours = formatHours(course);
  const { from, to } = findDaysInMonth(course, month);
  const look = clashes.length > 0 ? 'calendar-clash' : isDraft ? 'calendar-draft' : '';
  return (
    <li style={{ gridColumn: `${from} / ${to + 1}` }}>
      <Link
        to={linkToEditCourse(_id)}
        state={{ course }}
        className={`calendar-course ${look}`}
        style={paintGaps(findDaysWithout(course, month), { from, to })}
        title={`${name}, ${formatCamp(course)}`}
      >
        <span className="flex items-center gap-1.5 font-semibold lg:flex-col lg:items-start lg:gap-0 lg:text-sm">
          {clashes.length > 0 && (
            <TriangleAlert className="size-4 shrink-0 lg:mt-0.5" aria-hidden="true" />
          )}
          <span className="calendar-name">{name}</span>
        </span>
        {isDraft && <span className="text-sm font-semibold">Draft</span>}
        {/* On wide screens the course's position shows its days. */}
        <span className="text-sm lg:sr-only">{formatCamp(course)}</span>
        {hours && (
          <span className={`text-sm ${to - from < ROOMY ? 'lg:sr-only' : ''}`}>{hours}</span>
        )}
        {clashes.length > 0 && (
          <span className="text-sm font-semibold lg:sr-only">
            Same room: {clashes.map(({ name: other }) => other).join(', ')}
          </span>
        )}
      </Link>
    </li>
  );
}

/** Leaves the days without the course blank, on wide screens, where a course lies along the days. */
function paintGaps(without: number[], { from, to }: { from: number; to: number }) {
  if (without.length === 0) return undefined;
  const width = 100 / (to - from + 1);
  const stops = without.map((day) => {
    const [start, end] = [(day - from) * width, (day - from + 1) * width];
    const blank = `var(--color-base-100) ${start}% ${end}%`;
    return `transparent ${start}%, ${blank}, transparent ${end}%`;
  });
  return { '--gaps': `linear-gradient(to right, ${stops.join(', ')})` } as CSSProperties;
}
