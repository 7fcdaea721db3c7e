import { MoneyOfMonth } from '../../features/ledger/months/money-of-month.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { PageHead } from '../../ui/page-head.tsx';

export function AdminAccountingPage() {
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.accounting} />
      <MoneyOfMonth />
    </>
  );
}
