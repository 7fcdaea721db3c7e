import { ClassList } from '../../features/class-admin/people/class-list.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { PageHead } from '../../ui/page-head.tsx';

export function AdminClassListPage() {
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.classList} />
      <ClassList />
    </>
  );
}
