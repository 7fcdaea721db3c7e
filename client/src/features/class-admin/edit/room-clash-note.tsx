import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatHours } from '@speakifyr/contract/format.ts';
import { formatDays } from '../../../lib/format.ts';
import { coursesOnDaysOptions } from './class-admin.queries.ts';
import { type CourseValues, readCamp } from './class-values.ts';
import { findRoomClashes } from './find-room-clashes.ts';

/**
 * Says which other classes are in the room that is typed, at the days and hours that are typed. It only warns.
 * @param props.courseId the course that the form changes, if it is not new
 */
export function RoomClashNote({ courseId }: { courseId?: string }) {
  const { control } = useFormContext<CourseValues>();
  const [assign_room, camp_start, camp_end, days, dailyStart, dailyEnd] = useWatch({
    control,
    name: ['assign_room', 'camp_start', 'camp_end', 'days', 'dailyStart', 'dailyEnd'],
  });
  const isTyped = assign_room > 0 && camp_start !== '' && camp_start <= camp_end;
  const courses = useQuery({
    ...coursesOnDaysOptions({ from: camp_start, to: camp_end, room: assign_room }),
    enabled: isTyped,
  });
  const use = {
    assign_room,
    ...readCamp({ camp_start, camp_end, days }),
    dailyStart,
    dailyEnd,
    ...(courseId && { _id: courseId }),
  };
  const clashes = isTyped ? findRoomClashes(use, courses.data ?? []) : [];
  return (
    <div role="status">
      {clashes.length > 0 && (
        <div className="bg-accent/25 rounded-field mt-5 flex gap-3 p-4">
          <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          <div>
            <p className="font-semibold">Room {assign_room} is not free at this time</p>
            <ul>
              {clashes.map((course) => (
                <li
                  key={course._id}
                >{`${course.name}: ${formatDays(course.camp_start, course.camp_end)}${course.dailyStart ? `, ${formatHours(course)}` : ''}${course.isDraft ? ' (draft)' : ''}`}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}
