import { InstructorGrid } from '../features/instructors/instructor-grid.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';

export function InstructorsPage() {
  return (
    <div className="page pt-10 md:pt-16">
      <PageTitle
        title="Instructors"
        description="The people who teach at the summer camp: sailors, cooks, engineers, musicians and more."
      />
      <SectionHeading level={1}>Our Instructors</SectionHeading>
      <InstructorGrid />
    </div>
  );
}
