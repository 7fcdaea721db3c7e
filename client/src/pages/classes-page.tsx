import { JoinButton } from '../features/cart/join-button.tsx';
import { ClassGrid } from '../features/classes/class-grid.tsx';
import { classesOptions } from '../features/classes/classes.queries.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';

/** Places that are kept while the classes load: three rows. */
const PLACES = 9;

export function ClassesPage() {
  return (
    <div className="page pt-10 md:pt-16">
      <PageTitle
        title="Classes"
        description="All classes of this summer's camp, with dates, prices, instructors and the seats that are left."
      />
      <SectionHeading level={1} lead="In This Summer Campaign">
        Our Classes are..
      </SectionHeading>
      <ClassGrid
        options={classesOptions()}
        places={PLACES}
        headingLevel={2}
        renderAction={(campClass) => <JoinButton campClass={campClass} />}
      />
    </div>
  );
}
