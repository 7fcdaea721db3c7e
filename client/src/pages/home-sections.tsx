import { MAX_POPULAR_CLASSES } from '@speakifyr/contract/limits.ts';
import { ArrowRight } from 'lucide-react';
import { lazy, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { CampListSkeleton } from '../features/classes/camp-list-skeleton.tsx';
import { ClassGridSkeleton } from '../features/classes/class-grid-skeleton.tsx';
import { CarouselPlace } from '../features/home/carousel-place.tsx';
import { Steps } from '../features/home/steps.tsx';
import { InstructorStripSkeleton } from '../features/instructors/instructor-card-skeleton.tsx';
import { onFirstSign } from '../lib/on-first-sign.ts';
import { paths } from '../lib/paths.ts';
import { SectionHeading } from '../ui/section-heading.tsx';
import { WhenNear } from '../ui/when-near.tsx';

const loadCarousel = () => import('../features/home/carousel.tsx');
const Carousel = lazy(async () => ({ default: (await loadCarousel()).Carousel }));
const PopularClasses = lazy(async () => ({
  default: (await import('./popular-classes.tsx')).PopularClasses,
}));
const InstructorStrip = lazy(async () => ({
  default: (await import('../features/instructors/instructor-strip.tsx')).InstructorStrip,
}));
const UpcomingCamps = lazy(async () => ({
  default: (await import('../features/classes/upcoming-camps.tsx')).UpcomingCamps,
}));

/** Everything on Home below the banner. Parts with motion or data load when they come near. */
export function HomeSections() {
  // The carousel is just below the screen. If this fails, it is loaded again when it is scrolled to.
  useEffect(() => onFirstSign(() => void loadCarousel().catch(() => {})), []);
  return (
    <>
      <section aria-label="Life at the camp" className="section overflow-hidden">
        {/* It rises in as it enters the screen. Its script is here by then; only the animation waits. */}
        <WhenNear ahead={0} placeholder={<CarouselPlace />}>
          <Carousel />
        </WhenNear>
      </section>

      <section aria-labelledby="popular-classes" className="section page">
        <SectionHeading
          id="popular-classes"
          lead="With High Price Demand"
          aside={<MoreLink to={paths.classes}>All classes</MoreLink>}
        >
          Here is Our Popular Classes
        </SectionHeading>
        <WhenNear placeholder={<ClassGridSkeleton places={MAX_POPULAR_CLASSES} />}>
          <PopularClasses />
        </WhenNear>
      </section>

      <section aria-labelledby="popular-instructors" className="section">
        <div className="page">
          <SectionHeading
            id="popular-instructors"
            aside={<MoreLink to={paths.instructors}>All instructors</MoreLink>}
          >
            Here is Our Popular Instructors
          </SectionHeading>
        </div>
        <WhenNear placeholder={<InstructorStripSkeleton />}>
          <InstructorStrip />
        </WhenNear>
      </section>

      <section aria-labelledby="how-it-works" className="section page">
        <SectionHeading id="how-it-works">How it works: three easy steps</SectionHeading>
        <Steps />
      </section>

      <section aria-labelledby="next-camps" className="section page">
        <SectionHeading id="next-camps" lead="Seats still available">
          Camps starting soon
        </SectionHeading>
        <WhenNear placeholder={<CampListSkeleton />}>
          <UpcomingCamps />
        </WhenNear>
      </section>
    </>
  );
}

function MoreLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="more-link">
      {children} <ArrowRight className="size-5" aria-hidden="true" />
    </Link>
  );
}
