import { EyeOff } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';

/** Tells a new instructor that nobody sees them yet, and what to do about it. */
export function PageNotice() {
  return (
    <section
      aria-labelledby="page-notice"
      className="bg-accent/25 rounded-box mb-6 flex flex-col gap-4 p-5 sm:flex-row sm:items-center sm:p-6"
    >
      <EyeOff className="size-7 shrink-0" aria-hidden="true" />
      <div className="flex-1">
        <h2 id="page-notice" className="text-xl font-bold">
          Families don’t see you yet
        </h2>
        <p className="mt-1">
          Write a few sentences about yourself. Then you appear on the Home page and among the
          instructors.
        </p>
      </div>
      <Link to={paths.ownPage} className="btn btn-primary">
        Write my page
      </Link>
    </section>
  );
}
