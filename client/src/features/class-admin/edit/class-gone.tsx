import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** In place of a course that was deleted, or never existed. */
export function CourseGone() {
  return (
    <EmptyState
      title="This course no longer exists"
      text="It may have been deleted, or the link is wrong."
      action={
        <Link to={paths.updateCourse} className="btn btn-primary">
          Back to the courses
        </Link>
      }
    />
  );
}
