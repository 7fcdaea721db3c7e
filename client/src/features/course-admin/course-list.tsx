import { LABELS } from '@speakifyr/contract/labels.ts';
import { useQuery } from '@tanstack/react-query';
import { BookPlus } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { adminClassesOptions } from './course-admin.queries.ts';
import { CourseCard, CourseCardSkeleton } from './course-card.tsx';

/** Placeholders while loading, about as many as a small school has courses. */
const PLACES = 6;

/** All open classes, each with the way to its form, and out. */
export function CourseList() {
  const heading = useRef<HTMLHeadingElement>(null);
  const courses = useQuery(adminClassesOptions());
  const addLink = (
    <Link to={paths.addCourse} className="btn btn-primary">
      <BookPlus className="size-4" aria-hidden="true" />
      {LABELS.addCourse}
    </Link>
  );
  return (
    <>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-3xl font-extrabold outline-none">
            Update Course
          </h1>
          <p className="text-base-content/80 mt-1">
            Sorted by start date. A course with an instructor cannot be deleted.
          </p>
        </div>
        {addLink}
      </header>
      {courses.isPending ? (
        <div
          className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3"
          role="status"
          aria-label="Loading"
        >
          {Array.from({ length: PLACES }, (_none, place) => (
            <CourseCardSkeleton key={place} />
          ))}
        </div>
      ) : courses.isError ? (
        <ErrorState
          title="The courses could not be loaded"
          text={readApiError(courses.error).message}
          onRetry={() => void courses.refetch()}
        />
      ) : courses.data.length === 0 ? (
        <EmptyState
          title="No courses yet"
          text="Add the first one so that students can join."
          action={addLink}
        />
      ) : (
        <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
          {courses.data.map((course) => (
            <li key={course._id} className="flex">
              <CourseCard course={course} onRemoved={() => heading.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
