import { useParams } from 'react-router-dom';
import { Receipt } from '../../features/ledger/papers/receipt.tsx';
import { BackFromPaper } from './back-from-paper.tsx';

/** The receipt of a payment, for the payer and for admins. */
export function ReceiptPage() {
  const { paymentId = '' } = useParams();
  return (
    <>
      <BackFromPaper paymentId={paymentId} />
      <Receipt key={paymentId} paymentId={paymentId} />
    </>
  );
}
