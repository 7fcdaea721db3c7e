import { PaymentList } from '../../features/ledger/payments/payment-list.tsx';
import { RefundPayment } from '../../features/enrollment/admin/refund-payment.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { PageHead } from '../../ui/page-head.tsx';

export function AdminPaymentsPage() {
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.payments} />
      <PaymentList renderActs={(payment) => <RefundPayment payment={payment} />} />
    </>
  );
}
