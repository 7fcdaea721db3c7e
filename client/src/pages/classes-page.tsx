import { ClassSearch } from '../features/classes/class-search.tsx';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageHead } from '../ui/page-head.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';
import { JoinAction } from './join-action.tsx';

export function ClassesPage() {
  return (
    <div className="page pt-10 md:pt-16">
      <PageHead {...PAGE_HEADS.classes} />
      <SectionHeading level={1} lead="In This Summer Campaign">
        Our Classes are..
      </SectionHeading>
      <ClassSearch renderAction={(campClass) => <JoinAction campClass={campClass} />} />
    </div>
  );
}
