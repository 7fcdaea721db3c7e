import { ArrowRight } from 'lucide-react';
import { lazy } from 'react';
import { Link } from 'react-router-dom';
import { JoinButton } from '../features/cart/join-button.tsx';
import { ClassGrid } from '../features/classes/class-grid.tsx';
import { popularClassesOptions } from '../features/classes/classes.queries.ts';
import { UpcomingCamps } from '../features/classes/upcoming-camps.tsx';
import { Banner } from '../features/home/banner.tsx';
import { Steps } from '../features/home/steps.tsx';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';
import { WhenNear } from '../ui/when-near.tsx';
import { MAX_POPULAR_CLASSES } from '@speakifyr/contract/limits.ts';

const Carousel = lazy(async () => ({
  default: (await import('../features/home/carousel.tsx')).Carousel,
}));
const InstructorStrip = lazy(async () => ({
  default: (await import('../features/instructors/instructor-strip.tsx')).InstructorStrip,
}));

export function HomePage() {
  return (
    <>
      <PageTitle
        title="SPEAKIFYR | Home"
        description="SPEAKIFYR is a summer camp school: sailing, code, cooking, music and more, taught in small groups. Choose a class and take a seat."
        picture="/pictures/social.jpg"
      />
      <Banner />
      <section aria-label="Life at the camp" className="section overflow-hidden">
        <WhenNear placeholder={<div className="carousel-place" />}>
          <Carousel />
        </WhenNear>
      </section>

      <section aria-labelledby="popular-classes" className="section page">
        <SectionHeading
          id="popular-classes"
          lead="With High Price Demand"
          aside={
            <Link to={paths.classes} className="more-link">
              All classes <ArrowRight className="size-5" aria-hidden="true" />
            </Link>
          }
        >
          Here is Our Popular Classes
        </SectionHeading>
        <ClassGrid
          options={popularClassesOptions()}
          places={MAX_POPULAR_CLASSES}
          headingLevel={3}
          renderAction={(campClass) => <JoinButton campClass={campClass} />}
        />
      </section>

      <section aria-labelledby="popular-instructors" className="section">
        <div className="page">
          <SectionHeading
            id="popular-instructors"
            aside={
              <Link to={paths.instructors} className="more-link">
                All instructors <ArrowRight className="size-5" aria-hidden="true" />
              </Link>
            }
          >
            Here is Our Popular Instructors
          </SectionHeading>
        </div>
        <WhenNear placeholder={<div className="strip-place" />}>
          <InstructorStrip />
        </WhenNear>
      </section>

      <section aria-labelledby="how-it-works" className="section page">
        <SectionHeading id="how-it-works">
          From this screen to the lake in three steps
        </SectionHeading>
        <Steps />
      </section>

      <section aria-labelledby="next-camps" className="section page">
        <SectionHeading id="next-camps" lead="Still seats left">
          The next camps to start
        </SectionHeading>
        <UpcomingCamps />
      </section>
    </>
  );
}
