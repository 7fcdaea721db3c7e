import { useQuery } from '@tanstack/react-query';
import { useReducedMotion } from 'framer-motion';
import { useState } from 'react';
import MarqueeModule from 'react-fast-marquee';
import { read } from '../../lib/read.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { PauseButton } from '../../ui/pause-button.tsx';
import { InstructorCard, nameCourses } from './instructor-card.tsx';
import { InstructorStripSkeleton } from './instructor-card-skeleton.tsx';
import { useMarqueeDrag } from './use-marquee-drag.ts';

// A CommonJS package: Vite's build gives all of `module.exports`; tests and Node give the export itself.
const Marquee =
  'default' in MarqueeModule ? (MarqueeModule.default as typeof MarqueeModule) : MarqueeModule;

/** Pixels per second, spec section 9. */
const SPEED = 50;

/**
 * The instructors in a strip that runs by itself, spec section 2. People can also swipe, drag or step through it. Where
 * motion is not wanted, it is a strip to scroll.
 */
export function InstructorStrip() {
  const instructors = useQuery(read('GET /instructors'));
  const wantsStill = useReducedMotion();
  const [isPaused, setPaused] = useState(false);
  const { strip, glide } = useMarqueeDrag(SPEED);

  if (instructors.isPending) return <InstructorStripSkeleton />;
  if (instructors.isError)
    return (
      <div className="page">
        <LoadProblem what="The instructors" query={instructors} />
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
        {instructors.data.map((instructor) => (
          <li key={instructor._id}>
            {instructor.name}, {nameCourses(instructor)}
          </li>
        ))}
      </ul>
      <div
        {...strip}
        aria-hidden="true"
        className="strip-height cursor-grab touch-pan-y select-none active:cursor-grabbing [&_img]:pointer-events-none"
      >
        <Marquee speed={SPEED} loop={0} gradient={false} play={!isPaused} pauseOnHover autoFill>
          {cards}
        </Marquee>
      </div>
      <div className="page mt-4 flex justify-center gap-2">
        <button
          type="button"
          className={STEP}
          aria-label="Previous instructor"
          onClick={() => glide(-stepWidth())}
        >
          Previous
        </button>
        <PauseButton
          isPaused={isPaused}
          what="the strip of instructors"
          onToggle={() => setPaused(!isPaused)}
        />
        <button
          type="button"
          className={STEP}
          aria-label="Next instructor"
          onClick={() => glide(stepWidth())}
        >
          Next
        </button>
      </div>
    </>
  );
}

/** The look of a button that moves the strip by one card. */
const STEP = 'btn btn-sm h-11 rounded-full px-5';

/** A card and the gap after it, in pixels. See instructor-card.css. */
function stepWidth(): number {
  return Math.min(500, window.innerWidth - 48) + 24;
}
