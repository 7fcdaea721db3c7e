import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { Receipt } from '../../features/receipt/receipt.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { linkToPaymentSearch, paths } from '../../lib/paths.ts';
import { useRole } from '../../session/use-role.ts';
import { PageHead } from '../../ui/page-head.tsx';

/** The receipt of a payment, for who paid and for admins. The link above it leads back, and is not printed. */
export function ReceiptPage() {
  const { paymentId = '' } = useParams();
  const { role } = useRole();
  const back =
    role === 'admin'
      ? { to: linkToPaymentSearch(paymentId), label: 'Payments' }
      : { to: paths.enroll, label: 'Enrolled Course' };
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.receipt} />
      <Link to={back.to} className="btn btn-ghost btn-sm mb-3 -ml-3 print:hidden">
        <ArrowLeft className="size-4" aria-hidden="true" />
        {back.label}
      </Link>
      <Receipt key={paymentId} paymentId={paymentId} />
    </>
  );
}
