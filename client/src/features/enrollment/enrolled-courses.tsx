import { LABELS } from '@speakifyr/contract/labels.ts';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { EnrolledCourseCard } from './enrolled-course-card.tsx';
import { myEnrolledClassOptions } from './enrollment.queries.ts';

/** The classes that a student has paid for. @param awaiting a payment whose enrollment is on its way */
export function EnrolledCourses({
  email,
  awaiting,
}: {
  email: string;
  awaiting?: string | undefined;
}) {
  const enrolled = useQuery(myEnrolledClassOptions(email, awaiting));
  if (enrolled.isPending) return <CardsSkeleton />;
  if (enrolled.isError)
    return (
      <ErrorState
        title="Your enrolled courses could not be loaded"
        text={readApiError(enrolled.error).message}
        onRetry={() => void enrolled.refetch()}
      />
    );

  const isOnItsWay =
    awaiting && !enrolled.data.some(({ transactionId }) => transactionId === awaiting);
  return (
    <>
      <div role="status">
        {isOnItsWay && (
          <p className="rounded-box bg-accent/25 mb-6 flex items-start gap-3 p-4">
            <Clock className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
            <span>
              Your payment went through, and your enrollment is on its way. It shows here by itself,
              usually within a minute. If the class has filled up in the meantime, the money goes
              back to your card.
            </span>
          </p>
        )}
      </div>
      {enrolled.data.length === 0 && !isOnItsWay ? (
        <EmptyState
          title="No Enrollment Yet!"
          text="After you pay for a class, its entry code and room appear here."
          action={
            <Link to={paths.classes} className="btn btn-primary">
              {LABELS.findClass}
            </Link>
          }
        />
      ) : (
        <ul className="grid gap-6 lg:grid-cols-2 2xl:grid-cols-3">
          {enrolled.data.map((course) => (
            <li key={course.transactionId} className="flex">
              <EnrolledCourseCard course={course} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function CardsSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-2 2xl:grid-cols-3" role="status" aria-label="Loading">
      {[0, 1].map((card) => (
        <div key={card} className="card bg-base-100 shadow-card">
          <div className="skeleton aspect-[16/9] rounded-b-none" />
          <div className="space-y-3 p-5 sm:p-6">
            <div className="skeleton h-7 w-2/3" />
            <div className="skeleton h-40" />
            <div className="skeleton h-24" />
          </div>
        </div>
      ))}
    </div>
  );
}
