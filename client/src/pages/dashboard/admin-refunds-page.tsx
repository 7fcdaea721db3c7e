import { OpenRefunds } from '../../features/ledger/refunds/open-refunds.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { PageHead } from '../../ui/page-head.tsx';

export function AdminRefundsPage() {
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.openRefunds} />
      <OpenRefunds />
    </>
  );
}
