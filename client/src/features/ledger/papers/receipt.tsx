import { useQuery } from '@tanstack/react-query';
import { sayPaid } from '@speakifyr/contract/payment-methods.ts';
import { formatDate } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { PaperProblem, PaperSkeleton } from './paper-problem.tsx';
import { Paper } from './paper.tsx';
import { ReceiptItems, ReceiptOwed, ReceiptRefunds } from './receipt-items.tsx';

/** The receipt of a payment, to read and to print. */
export function Receipt({ paymentId }: { paymentId: string }) {
  const receipt = useQuery(read('GET /receipts/:paymentId', { params: { paymentId } }));
  if (receipt.isPending) return <PaperSkeleton title="Receipt" />;
  if (receipt.isError)
    return (
      <PaperProblem
        title="Receipt"
        query={receipt}
        hint="Only the person who paid can see a receipt. Free classes have none."
      />
    );
  const { payer, method, received } = receipt.data;
  return (
    <Paper title="Receipt" {...receipt.data} payer={{ title: 'Paid by', ...payer }}>
      <ReceiptItems receipt={receipt.data} />
      <ReceiptRefunds receipt={receipt.data} />
      <ReceiptOwed receipt={receipt.data} />
      {received && (
        <p className="mt-8 [overflow-wrap:anywhere]">{`${sayPaid(method)} on ${formatDate(received.day)}${received.reference && `, ${received.reference}`}`}</p>
      )}
      <p className="text-base-content/80 mt-4 text-sm">
        Payment <span className="font-mono text-xs break-all">{paymentId}</span>
      </p>
    </Paper>
  );
}
