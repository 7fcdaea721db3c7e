import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { read } from '../../lib/read.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EnteringItem } from '../../ui/entering-item.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { InstructorCard } from './instructor-card.tsx';
import { InstructorCardSkeleton } from './instructor-card-skeleton.tsx';

/** Places that are kept while the instructors load: three rows. */
const PLACES = 9;

/** All instructors as cards, three per row on medium screens and up, with loading, error and empty states. */
export function InstructorGrid() {
  const instructors = useQuery(read('GET /instructors'));
  const { hash } = useLocation();
  const isLoaded = instructors.isSuccess;
  // The browser looked for the card before it was there.
  useEffect(() => {
    if (!isLoaded || !hash) return;
    const card = document.getElementById(hash.slice(1));
    card?.scrollIntoView({ block: 'center' });
    card?.focus({ preventScroll: true });
  }, [isLoaded, hash]);
  if (instructors.isPending)
    return (
      <div className="card-grid" role="status" aria-label="Loading instructors">
        {Array.from({ length: PLACES }, (_, place) => (
          <InstructorCardSkeleton key={place} />
        ))}
      </div>
    );
  if (instructors.isError) return <LoadProblem what="The instructors" query={instructors} />;
  if (instructors.data.length === 0)
    return <EmptyState title="No instructors yet" text="Please check back soon." />;
  return (
    <ul className="card-grid">
      {instructors.data.map((instructor) => (
        <EnteringItem key={instructor._id} className="flex">
          <div
            id={instructor._id}
            tabIndex={-1}
            className="focus:outline-primary flex flex-1 rounded-[1.75rem] outline-offset-4 focus:outline-3"
          >
            <InstructorCard instructor={instructor} headingLevel={2} />
          </div>
        </EnteringItem>
      ))}
    </ul>
  );
}
