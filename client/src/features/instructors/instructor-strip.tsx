import { useQuery } from '@tanstack/react-query';
import { useReducedMotion } from 'framer-motion';
import { useState } from 'react';
import { readApiError } from '../../lib/api.ts';
import { unwrapDefault } from '../../lib/unwrap-default.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PauseButton } from '../../ui/pause-button.tsx';
import MarqueeModule from 'react-fast-marquee';
import { InstructorCard, InstructorCardSkeleton } from './instructor-card.tsx';
import { instructorsOptions } from './instructors.queries.ts';

const Marquee = unwrapDefault(MarqueeModule);

/** Pixels per second, spec section 9. */
const SPEED = 50;

/** The instructors in a strip that runs by itself, spec section 2; a strip to scroll where motion is not wanted. */
export function InstructorStrip() {
  const instructors = useQuery(instructorsOptions());
  const wantsStill = useReducedMotion();
  const [isPaused, setPaused] = useState(false);

  if (instructors.isPending)
    return (
      <div
        className="strip-place flex gap-6 overflow-hidden"
        role="status"
        aria-label="Loading instructors"
      >
        {[1, 2, 3, 4].map((place) => (
          <div key={place} className="strip-card">
            <InstructorCardSkeleton />
          </div>
        ))}
      </div>
    );
  if (instructors.isError)
    return (
      <div className="page">
        <ErrorState
          title="The instructors could not be loaded"
          text={readApiError(instructors.error).message}
          onRetry={() => void instructors.refetch()}
        />
      </div>
    );
  if (instructors.data.length === 0)
    return (
      <div className="page">
        <EmptyState title="No instructors yet" text="Please check back soon." />
      </div>
    );

  const cards = instructors.data.map((instructor) => (
    <div key={instructor._id} className="strip-card mr-6">
      <InstructorCard instructor={instructor} headingLevel={3} />
    </div>
  ));
  if (wantsStill)
    return (
      <div
        role="region"
        aria-label="Popular instructors, scroll sideways"
        tabIndex={0}
        className="flex overflow-x-auto py-4 pl-6"
      >
        {cards}
      </div>
    );
  return (
    <>
      {/* The strip repeats its cards, so screen readers get a list instead. */}
      <ul className="sr-only">
        {instructors.data.map(({ _id, name, course }) => (
          <li key={_id}>
            {name}, {course}
          </li>
        ))}
      </ul>
      <div aria-hidden="true">
        <Marquee speed={SPEED} loop={0} gradient={false} play={!isPaused} pauseOnHover autoFill>
          {cards}
        </Marquee>
      </div>
      <div className="page mt-4 flex justify-end">
        <PauseButton
          isPaused={isPaused}
          what="the strip of instructors"
          onToggle={() => setPaused(!isPaused)}
        />
      </div>
    </>
  );
}
