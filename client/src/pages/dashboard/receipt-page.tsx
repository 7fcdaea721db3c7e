import { useParams } from 'react-router-dom';
import { Receipt } from '../../features/ledger/papers/receipt.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { BackFromPaper } from './back-from-paper.tsx';

/** The receipt of a payment, for the payer and for admins. */
export function ReceiptPage() {
  const { paymentId = '' } = useParams();
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.receipt} />
      <BackFromPaper paymentId={paymentId} />
      <Receipt key={paymentId} paymentId={paymentId} />
    </>
  );
}
