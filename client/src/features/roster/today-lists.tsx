import { listClassDays } from '@speakifyr/contract/class-days.ts';
import type { TaughtCourse } from '@speakifyr/contract/instructors.ts';
import { ListChecks } from 'lucide-react';
import { Link } from 'react-router-dom';
import { readToday } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { linkToCourse } from './class-choice.tsx';

/** The day list of each course that meets today, before anything else. Renders nothing on other days. R563 */
export function TodayLists({ courses }: { courses: TaughtCourse[] }) {
  const today = readToday();
  const meeting = courses.filter((course) => listClassDays(course).includes(today));
  if (meeting.length === 0) return null;
  return (
    <ul aria-label="Today" className="mb-6 grid gap-3 sm:grid-cols-2">
      {meeting.map(({ _id, name }) => (
        <li key={_id}>
          <Link
            to={linkToCourse(paths.courseDay, _id)}
            className="btn btn-primary h-auto min-h-16 w-full justify-start gap-3 py-2 text-left"
          >
            <ListChecks className="size-6 shrink-0" aria-hidden="true" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="block text-lg font-bold">Today: Day list</span>
              <span className="block font-normal">{name}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
