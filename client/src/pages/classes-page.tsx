import { useQuery } from '@tanstack/react-query';
import { ClassSearch } from '../features/classes/class-search.tsx';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { read } from '../lib/read.ts';
import { useSession } from '../session/auth.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';
import { JoinAction } from '../features/enrollment/join/join-action.tsx';
import { FRESH_MS } from '../features/enrollment/join/own-camps.ts';
import { isParent } from '../session/is-parent.ts';

export function ClassesPage() {
  const { user } = useSession();
  const family = useQuery({
    ...read('GET /myChildren'),
    enabled: isParent(user),
    staleTime: FRESH_MS,
  });
  return (
    <div className="page pt-10 md:pt-16">
      <PageHead {...PAGE_HEADS.classes()} />
      <SectionHeading level={1} lead="In This Summer Campaign">
        Our Classes are..
      </SectionHeading>
      <ClassSearch
        childrenOfUser={family.data?.children ?? []}
        renderAction={(campClass) => <JoinAction campClass={campClass} />}
      />
    </div>
  );
}
