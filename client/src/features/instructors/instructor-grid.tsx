import { useQuery } from '@tanstack/react-query';
import { readApiError } from '../../lib/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EnteringItem } from '../../ui/entering-item.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InstructorCard } from './instructor-card.tsx';
import { InstructorCardSkeleton } from './instructor-card-skeleton.tsx';
import { instructorsOptions } from './instructors.queries.ts';

/** Places that are kept while the instructors load: three rows. */
const PLACES = 9;

/** All instructors as cards, three per row on medium screens and up, with loading, error and empty states. */
export function InstructorGrid() {
  const instructors = useQuery(instructorsOptions());
  if (instructors.isPending)
    return (
      <div className="card-grid" role="status" aria-label="Loading instructors">
        {Array.from({ length: PLACES }, (_, place) => (
          <InstructorCardSkeleton key={place} />
        ))}
      </div>
    );
  if (instructors.isError)
    return (
      <ErrorState
        title="The instructors could not be loaded"
        text={readApiError(instructors.error).message}
        onRetry={() => void instructors.refetch()}
      />
    );
  if (instructors.data.length === 0)
    return <EmptyState title="No instructors yet" text="Please check back soon." />;
  return (
    <ul className="card-grid">
      {instructors.data.map((instructor) => (
        <EnteringItem key={instructor._id} className="flex">
          <InstructorCard instructor={instructor} headingLevel={2} />
        </EnteringItem>
      ))}
    </ul>
  );
}
