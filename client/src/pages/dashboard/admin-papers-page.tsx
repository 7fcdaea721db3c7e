import { PaperList } from '../../features/ledger/papers/paper-list.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { PageHead } from '../../ui/page-head.tsx';

export function AdminPapersPage() {
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.papers} />
      <PaperList />
    </>
  );
}
