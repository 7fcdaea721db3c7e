import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { InstructorField } from './instructor-field.tsx';

/** The instructor of a course: who it is, and a choice of those who have time for it; not for a draft. */
export function InstructorChoice({ course }: { course: AdminClass }) {
  if (course.isDraft)
    return (
      <p className="bg-base-200 rounded-field p-4">
        This is a draft: only admins see it. You can choose its instructor once it is published.
      </p>
    );
  const isFree = course.instructor_email === NOT_ASSIGNED;
  return (
    <InstructorField
      name="inst_email"
      nobody={isFree ? 'None for now' : `${course.instructor} stays`}
      courseId={course._id}
    />
  );
}
