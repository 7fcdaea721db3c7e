import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { InstructorField } from './instructor-field.tsx';

/** The instructor of a course: a choice only while there is none, and not for a draft. */
export function InstructorChoice({ course }: { course: AdminClass }) {
  if (course.isDraft)
    return (
      <p className="bg-base-200 rounded-field p-4">
        This is a draft: only admins see it. You can choose its instructor once it is published.
      </p>
    );
  if (course.instructor_email === NOT_ASSIGNED)
    return <InstructorField placeholder="None for now" isRequired={false} />;
  return (
    <p className="bg-base-200 rounded-field p-4">
      Instructor: <span className="font-semibold">{course.instructor}</span>. To give the course to
      someone else, unassign them first in{' '}
      <Link to={paths.updateInstructor} className="text-primary font-semibold underline">
        Update Instructor
      </Link>
      .
    </p>
  );
}
