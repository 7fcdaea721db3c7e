import { InstructorGrid } from '../features/instructors/instructor-grid.tsx';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageHead } from '../ui/page-head.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';

export function InstructorsPage() {
  return (
    <div className="page pt-10 md:pt-16">
      <PageHead {...PAGE_HEADS.instructors} />
      <SectionHeading level={1}>Our Instructors</SectionHeading>
      <InstructorGrid />
    </div>
  );
}
