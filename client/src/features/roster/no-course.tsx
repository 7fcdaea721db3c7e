import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

/** In place of what an instructor without a course would see of it. */
export function NoCourse() {
  return (
    <EmptyState
      title="No course yet"
      text="You are between two courses. As soon as the camp’s office gives you one, it is here with its dates, its room and its students."
      action={
        <Link to={paths.classes} className="btn btn-primary">
          See all classes
        </Link>
      }
    />
  );
}
