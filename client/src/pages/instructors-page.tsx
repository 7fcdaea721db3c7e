import { InstructorGrid } from '../features/instructors/instructor-grid.tsx';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageHead } from '../ui/page-head.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';

export function InstructorsPage() {
  return (
    <div className="page pt-10 md:pt-16">
      <PageHead {...PAGE_HEADS.instructors()} />
      <SectionHeading level={1}>Our Instructors</SectionHeading>
      <p className="text-base-content/85 -mt-3 mb-8 max-w-[62ch] text-xl leading-snug md:-mt-5 md:mb-10">
        Every class is small, and every class has one instructor whom the children get to know. Meet
        the people behind the classes, find out what each of them teaches, and send them an email if
        you have a question.
      </p>
      <InstructorGrid />
    </div>
  );
}
