import type { CampClass } from '@speakifyr/contract/classes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { RemotePicture } from '../../../ui/remote-picture.tsx';
import { PageHeading, PageTitle } from '../../../ui/page-heading.tsx';
import { courseOptions } from './class-admin.queries.ts';
import { EditCourseForm, type LeftForm } from './edit-class-form.tsx';

type Props = {
  id: string;
  /** The course as the list showed it, for its name and picture until it is here; the form waits for the real one. */
  listed: Pick<CampClass, 'name' | 'image'> | undefined;
  onUpdated: () => void;
};

/** A course with the form that changes it. */
export function EditCourse({ id, listed, onUpdated }: Props) {
  const course = useQuery(courseOptions(id));
  const [left, setLeft] = useState<LeftForm>();
  const shown = course.data ?? listed;
  if (course.data === null)
    return (
      <>
        <PageHeading>Update Course Data</PageHeading>
        <EmptyState
          title="This course no longer exists"
          text="It may have been deleted, or the link is wrong."
          link={{ to: paths.updateCourse, label: 'Back to the courses' }}
        />
      </>
    );
  return (
    <>
      <header className="mb-6 flex items-center gap-4">
        {shown ? (
          <RemotePicture
            src={shown.image}
            alt=""
            width={160}
            height={120}
            className="rounded-field bg-base-300 h-16 w-22 shrink-0 object-cover sm:h-20 sm:w-28"
          />
        ) : (
          <span className="skeleton h-16 w-22 shrink-0 sm:h-20 sm:w-28" />
        )}
        <div className="min-w-0">
          <PageTitle>Update Course Data</PageTitle>
          <p className="text-base-content/80 mt-1 truncate">
            {shown?.name ?? <span className="skeleton inline-block h-4 w-40 align-middle" />}
          </p>
        </div>
      </header>
      {course.isPending || course.isFetching ? (
        <FormSkeleton />
      ) : course.isError ? (
        <LoadProblem what="The course" query={course} />
      ) : (
        <EditCourseForm
          // New data means a new form.
          key={course.dataUpdatedAt}
          course={course.data}
          onUpdated={onUpdated}
          left={left}
          onLookAgain={(typed) => {
            if (course.data) setLeft({ course: course.data, typed });
            void course.refetch();
          }}
        />
      )}
    </>
  );
}

function FormSkeleton() {
  return (
    <div className="card bg-base-100 shadow-card p-5 sm:p-8" role="status" aria-label="Loading">
      <div className="grid gap-5">
        <div className="skeleton h-[4.75rem]" />
        <div className="skeleton h-[7.75rem]" />
        <div className="grid gap-5 grid-cols-2 lg:grid-cols-4">
          {[0, 1, 2, 3].map((field) => (
            <div key={field} className="skeleton h-[6.5rem]" />
          ))}
        </div>
        <div className="skeleton h-[10.5rem] sm:h-[4.75rem]" />
        <div className="skeleton h-[14rem] lg:h-[6.5rem]" />
        <div className="skeleton h-[6.5rem]" />
        <div className="skeleton h-40" />
        <div className="skeleton h-14 sm:w-44" />
      </div>
    </div>
  );
}
