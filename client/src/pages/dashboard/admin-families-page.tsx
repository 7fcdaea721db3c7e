import { FamilySearch } from '../../features/search/family-search.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { PageHead } from '../../ui/page-head.tsx';

export function AdminFamiliesPage() {
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.families} />
      <FamilySearch />
    </>
  );
}
