import { useQuery } from '@tanstack/react-query';
import { nameCharge } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { CreditLines } from './credit-lines.tsx';

/** The student's credit, and turning it back into a refund. Renders nothing without any. */
export function OwnCredit() {
  const credit = useQuery(read('GET /myCredit'));
  const refunding = useChange('POST /myCredit/refund');
  if (credit.isPending) return null;
  if (credit.data?.lines.length === 0) return null;
  return (
    <section aria-labelledby="credit-heading" className="mt-10">
      <h2 id="credit-heading" className="mb-4 text-2xl font-bold">
        Your credit
      </h2>
      {credit.data ? (
        <div className="card bg-base-100 shadow-card p-5">
          {credit.data.available > 0 && (
            <p className="text-lg">
              <strong className="tabular-nums">
                {nameCharge(credit.data.available / 100, credit.data.currency)}
              </strong>{' '}
              to pay for classes. The payment page offers it.
            </p>
          )}
          <CreditLines lines={credit.data.lines} />
          {credit.data.refundable > 0 && (
            <ActionButton
              className="btn-outline mt-3 h-auto min-h-11 self-start py-2"
              question={{
                titleText: `Get ${nameCharge(credit.data.refundable / 100)} back?`,
                text: 'We refund it the way you paid; on a card, usually within 5–10 days. You can’t undo this.',
                confirm: 'Get it back',
              }}
              act={() => refunding.mutateAsync({ body: { amount: credit.data.refundable } })}
              success="Your refund is on its way"
            >
              Turn {nameCharge(credit.data.refundable / 100)} back into a refund
            </ActionButton>
          )}
        </div>
      ) : (
        <LoadProblem what="Your credit" query={credit} />
      )}
    </section>
  );
}
