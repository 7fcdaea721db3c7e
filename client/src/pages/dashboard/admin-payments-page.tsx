import { PaymentList } from '../../features/ledger/payment-list.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { PageHead } from '../../ui/page-head.tsx';

export function AdminPaymentsPage() {
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.payments} />
      <PaymentList />
    </>
  );
}
