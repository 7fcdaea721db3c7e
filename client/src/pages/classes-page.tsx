import { ClassSearch } from '../features/classes/class-search.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';
import { JoinAction } from './join-action.tsx';

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
      <ClassSearch renderAction={(campClass) => <JoinAction campClass={campClass} />} />
    </div>
  );
}
