import { useParams } from 'react-router-dom';
import { CreditNote } from '../../features/ledger/papers/credit-note.tsx';
import { BackFromPaper } from './back-from-paper.tsx';

/** A credit note, for the person who gets the money back, and for admins. */
export function CreditNotePage() {
  const { no = '' } = useParams();
  return (
    <>
      <BackFromPaper />
      <CreditNote key={no} no={no} />
    </>
  );
}
