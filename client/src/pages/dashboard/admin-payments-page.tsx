import { PaymentList } from '../../features/ledger/payments/payment-list.tsx';
import { RefundPayment } from '../../features/enrollment/admin/refund-payment.tsx';

export function AdminPaymentsPage() {
  return <PaymentList renderActs={(payment) => <RefundPayment payment={payment} />} />;
}
