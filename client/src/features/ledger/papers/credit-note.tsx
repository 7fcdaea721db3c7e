import type { CreditNote as CreditNoteFacts } from '@speakifyr/contract/cancellation.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { nameCharge } from '../../../lib/format.ts';
import { nameCreditNote } from '../../../lib/name-credit-note.ts';
import { linkToCreditNote, linkToReceipt } from '../../../lib/dashboard-links.ts';
import { read } from '../../../lib/read.ts';
import { PriceLines } from '../../../ui/price-lines.tsx';
import { PAYMENT_LABELS, REFUND_REASON_TEXTS } from '@speakifyr/contract/money-words.ts';
import { PaperProblem, PaperSkeleton } from './paper-problem.tsx';
import { TableHead, TableLine, TableSum } from './paper-table.tsx';
import { Paper } from './paper.tsx';

const STATE_TEXTS: Record<CreditNoteFacts['state'], string> = {
  'on its way': 'The money is on its way, back to where it came from.',
  refunded: 'The money went back.',
  credit: 'The money stayed at the school as credit, to pay for other classes.',
  'paid otherwise': 'The school gave you the money by hand.',
  failed: 'The money could not be returned yet. We’ll be in touch.',
  'taken back': 'The bank decided for the school later, and paid this money to it again.',
};

const NOT_PAID = 'This money never reached us, so there is nothing to refund.';

/** A credit note, to read and to print: how much of a payment goes back, and which receipt it corrects. */
export function CreditNote({ no }: { no: string }) {
  const note = useQuery(read('GET /creditNotes/:no', { params: { no } }));
  if (note.isPending) return <PaperSkeleton title="Credit note" />;
  if (note.isError)
    return (
      <PaperProblem
        title="Credit note"
        query={note}
        hint="Only the person who got the money back can see a credit note."
      />
    );
  const { payer, paymentId, receiptNumber, state, takesBack, lines } = note.data;
  const isBounced = lines.some(({ reason }) => reason === 'payment bounced');
  return (
    <Paper title="Credit note" {...note.data} payer={{ title: 'Given to', ...payer }}>
      <p className="mt-6">
        Corrects receipt{' '}
        <Link to={linkToReceipt(paymentId)} className="link">
          {receiptNumber}
        </Link>
        {takesBack !== null && (
          <span>
            , and takes back credit note{' '}
            <Link to={linkToCreditNote(takesBack)} className="link">
              {nameCreditNote(takesBack)}
            </Link>
          </span>
        )}
        <span>.</span>
      </p>
      <Lines note={note.data} />
      <p className="mt-4">{isBounced ? NOT_PAID : STATE_TEXTS[state]}</p>
      <p className="text-base-content/80 mt-8 text-sm">
        Payment <span className="font-mono text-xs break-all">{paymentId}</span>
      </p>
    </Paper>
  );
}

function Lines({ note: { lines, amount, currency, takesBack, taxes } }: { note: CreditNoteFacts }) {
  const isCorrection = takesBack !== null;
  const isBounced = lines.some(({ reason }) => reason === 'payment bounced');
  return (
    <table className="mt-6 w-full">
      <caption className="sr-only">
        {isCorrection ? 'What is paid again' : 'What is refunded'}
      </caption>
      <TableHead />
      <tbody>
        {lines.map(({ className, student_name, reason, price, amount: part }, index) => (
          <TableLine key={index} amount={nameCharge(part / 100, currency)}>
            <span className="block font-semibold">{className}</span>
            <span className="text-base-content/80 block text-sm">For {student_name}</span>
            <PriceLines lines={price} currency={currency} />
            <span className="text-base-content/80 block text-sm">
              {isCorrection ? 'Your bank paid it to us again' : REFUND_REASON_TEXTS[reason]}
            </span>
          </TableLine>
        ))}
      </tbody>
      <TableSum
        label={isCorrection ? 'Paid again' : isBounced ? PAYMENT_LABELS.bounced : 'Refund'}
        amount={nameCharge(amount / 100, currency)}
        taxed={{ taxes, cents: amount, currency }}
      />
    </table>
  );
}
