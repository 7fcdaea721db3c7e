import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { linkToPaymentSearch, paths } from '../../lib/paths.ts';
import { useRole } from '../../session/use-role.ts';

/** The link above a receipt or a credit note that leads back; it is not printed. @param paymentId if it is known */
export function BackFromPaper({ paymentId }: { paymentId?: string }) {
  const { role } = useRole();
  const back =
    role === 'admin'
      ? { to: paymentId ? linkToPaymentSearch(paymentId) : paths.payments, label: 'Payments' }
      : { to: paths.enroll, label: 'Enrolled Course' };
  return (
    <Link to={back.to} className="btn btn-ghost btn-sm mb-3 -ml-3 print:hidden">
      <ArrowLeft className="size-4" aria-hidden="true" />
      {back.label}
    </Link>
  );
}
