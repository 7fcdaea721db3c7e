import { paths } from '../../../lib/paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** In place of a course that was deleted, or never existed. */
export function CourseGone() {
  return (
    <EmptyState
      title="This course no longer exists"
      text="It may have been deleted, or the link is wrong."
      link={{ to: paths.updateCourse, label: 'Back to the courses' }}
    />
  );
}
