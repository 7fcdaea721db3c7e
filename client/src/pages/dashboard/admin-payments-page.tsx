import { PaymentList } from '../../features/ledger/payments/payment-list.tsx';
import { BouncePayment } from '../../features/enrollment/admin/bounce-payment.tsx';
import { PayBack } from '../../features/enrollment/admin/pay-back.tsx';
import { RefundPayment } from '../../features/enrollment/admin/refund-payment.tsx';

export function AdminPaymentsPage() {
  return (
    <PaymentList
      renderActions={(payment) => (
        <>
          <RefundPayment payment={payment} />
          <BouncePayment payment={payment} />
          <PayBack payment={payment} />
        </>
      )}
    />
  );
}
