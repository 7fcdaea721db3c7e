import { linkToPaymentSearch } from '../../lib/dashboard-links.ts';
import { paths } from '../../lib/paths.ts';
import { useRole } from '../../session/use-role.ts';
import { BackLink } from './back-link.tsx';

/** The link above a receipt or a credit note that leads back; it is not printed. @param paymentId if it is known */
export function BackFromPaper({ paymentId }: { paymentId?: string }) {
  const { role } = useRole();
  const back =
    role === 'admin'
      ? { to: paymentId ? linkToPaymentSearch(paymentId) : paths.payments, label: 'Payments' }
      : { to: paths.enroll, label: 'Enrolled Course' };
  return <BackLink {...back} />;
}
