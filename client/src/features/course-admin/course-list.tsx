import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { useQuery } from '@tanstack/react-query';
import { BookPlus, CalendarDays } from 'lucide-react';
import { useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { adminClassesOptions } from './course-admin.queries.ts';
import { CourseCard, CourseCardSkeleton } from './course-card.tsx';

/** Placeholders while loading, about as many as a small school has courses. */
const PLACES = 6;

/**
 * All open classes and drafts, each with its form, a copy, and the button that deletes it.
 * @param props.onDuplicated called with the id of a copied course
 */
export function CourseList({ onDuplicated }: { onDuplicated: (id: string) => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const draftsId = useId();
  const courses = useQuery(adminClassesOptions());
  const drafts = courses.data?.filter(({ isDraft }) => isDraft) ?? [];
  const renderCards = (listed: AdminClass[]) => (
    <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
      {listed.map((course) => (
        <li key={course._id} className="flex">
          <CourseCard
            course={course}
            onRemoved={() => heading.current?.focus()}
            onDuplicated={onDuplicated}
          />
        </li>
      ))}
    </ul>
  );
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
        <div className="flex flex-wrap gap-2">
          <Link to={paths.courseCalendar} className="btn btn-outline">
            <CalendarDays className="size-4" aria-hidden="true" />
            Calendar
          </Link>
          {addLink}
        </div>
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
        <>
          {drafts.length > 0 && (
            <section aria-labelledby={draftsId} className="mb-10">
              <h2 id={draftsId} className="mb-4 text-2xl font-bold">
                Drafts
              </h2>
              {renderCards(drafts)}
            </section>
          )}
          {renderCards(courses.data.filter(({ isDraft }) => !isDraft))}
        </>
      )}
    </>
  );
}
