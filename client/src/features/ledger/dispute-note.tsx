import type { ListedPayment } from '@speakifyr/contract/office.ts';
import { formatDay, nameCharge } from '../../lib/format.ts';

type Props = { dispute: NonNullable<ListedPayment['dispute']>; currency: string };

/** What the payer's bank has asked about a payment, and until when it wants an answer. */
export function DisputeNote({ dispute: { state, amount, dueBy }, currency }: Props) {
  const sum = nameCharge(amount / 100, currency);
  if (state === 'won')
    return <p className="mt-1 text-sm">The bank questioned {sum}. The school keeps it.</p>;
  if (state === 'lost')
    return (
      <p className="text-error mt-1 text-sm font-medium">
        The bank questioned {sum} and took it back.
      </p>
    );
  return (
    <p className="border-error bg-error/10 rounded-field mt-2 border-l-4 p-2 text-sm font-medium">
      The bank questions this payment ({sum}).{' '}
      {dueBy && <>Answer in Stripe by {formatDay(new Date(dueBy))}. </>}
      Until it decides, no money can go back.
    </p>
  );
}
