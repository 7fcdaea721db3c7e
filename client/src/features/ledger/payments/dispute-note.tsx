import type { ListedPayment } from '@speakifyr/contract/office.ts';
import { formatDay, nameCharge } from '../../../lib/format.ts';

type Props = { dispute: NonNullable<ListedPayment['dispute']>; currency: string };

/** What the payer's bank has asked about a payment, until when it wants an answer, and how it ended. */
export function DisputeNote({ dispute, currency }: Props) {
  const { state, status, amount, dueBy, isRefundable } = dispute;
  const sum = nameCharge(amount / 100, currency);
  if (state === 'won') return <p className="mt-1 text-sm">{describeWin(dispute, sum)}</p>;
  if (state === 'lost')
    return (
      <p className="text-error mt-1 text-sm font-medium">{`The bank questioned ${sum} and took it back.${status.startsWith('appeal_') ? ' The school has appealed.' : ''}`}</p>
    );
  const deadline = dueBy ? `Answer in Stripe by ${formatDay(new Date(dueBy))}. ` : '';
  return (
    <p className="border-error bg-error/10 rounded-field mt-2 border-l-4 p-2 text-sm font-medium">
      {isRefundable
        ? `The bank asks about this payment (${sum}) and has taken nothing yet. ${deadline}A full refund ends this without a fee.`
        : `The bank questions this payment (${sum}). ${deadline}Until it decides, nothing can be refunded.`}
    </p>
  );
}

function describeWin({ status, changes }: Props['dispute'], sum: string): string {
  if (status === 'warning_closed') return `The bank asked about ${sum}, and took nothing.`;
  const wasLost = changes.some(({ state }) => state === 'lost');
  const won = changes.findLast(({ state }) => state === 'won');
  if (!wasLost || !won) return `The bank questioned ${sum}. The school keeps it.`;
  return `The bank took ${sum}, and gave it back after an appeal on ${formatDay(new Date(won.at))}.`;
}
