import { describeTerms } from '@speakifyr/contract/describe-terms.ts';
import type { CancellationPreview } from '@speakifyr/contract/cancellation.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { formatCharge, formatDay, formatDays } from '../../../lib/format.ts';
import { ChoiceCard } from '../../../ui/choice-card.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { cancellationOptions, useCancelSeat } from './cancellation.queries.ts';
import { describeQuotes, listQuotes } from './describe-quote.ts';
import { ResaleTick } from './resale-tick.tsx';

type Props = {
  course: EnrolledClass;
  /** The latest answer about this seat. */
  preview: CancellationPreview;
  onBack: () => void;
  onCanceled: () => void;
};

/** Asks before a seat is canceled: what is refunded, what the school keeps, why, and until when that holds. */
export function CancelDialog({ course, preview, onBack, onCanceled }: Props) {
  const { cartId, camp_start, camp_end, childId } = course;
  const { refund, kept, paid, owed, currency, className, student_name, isForResale, lost } =
    preview;
  const byMoney = refund - preview.fromCredit;
  const quotes = listQuotes(preview, camp_start);
  const queryClient = useQueryClient();
  const canceling = useCancelSeat(cartId);
  const [wantsCredit, setWantsCredit] = useState(false);
  const asCredit = wantsCredit && byMoney > 0;
  const [problem, setProblem] = useState<string>();
  const whose = childId ? `${student_name}’s` : 'your';
  const name = (cents: number) => formatCharge(cents / 100, currency);

  async function cancel() {
    if (canceling.isPending) return;
    setProblem(undefined);
    try {
      await canceling.mutateAsync({ refund, ...(asCredit && { asCredit }) });
    } catch (error) {
      setProblem(explain(error));
      return;
    }
    onCanceled();
  }

  function explain(error: unknown): string {
    const { message, quote } = readApiError(error);
    if (!quote) return message;
    queryClient.setQueryData(
      cancellationOptions(cartId).queryKey,
      (before) => before && { ...before, ...quote },
    );
    return `Your refund has just changed: it is now ${name(quote.refund)}, not ${name(refund)}. Nothing is canceled yet. Please check it again.`;
  }

  return (
    <ModalDialog title={`Cancel ${whose} seat?`} isBusy={canceling.isPending} onClose={onBack}>
      <p className="text-base-content/80 mt-1 [overflow-wrap:anywhere]">{`${className} for ${childId ? student_name : 'you'}, ${formatDays(camp_start, camp_end)}`}</p>
      <dl className="rounded-box bg-base-200 mt-4 space-y-2 p-4">
        <Amount term="You paid">{name(paid)}</Amount>
        {owed > 0 && <Amount term="You no longer owe">{name(owed)}</Amount>}
        <Amount term="The school keeps">{name(kept)}</Amount>
        {lost.map(({ label, amount, ...seat }, place) => (
          <Amount
            key={place}
            term={`of it “${label}” of ${seat.student_name}’s seat in ${seat.className}`}
            isPart
          >
            {name(amount)}
          </Amount>
        ))}
        <Amount term="You get back" isSum>
          {name(refund)}
        </Amount>
      </dl>
      <CanceledExtras extras={preview.extras} say={name} />
      {owed > 0 && (
        <p className="mt-4">
          The refund policy is for the whole price of {name(paid + owed)}. The refund first covers
          what you still owe. You get back what is left.
        </p>
      )}
      {describeQuotes(preview, camp_start).map((sentence) => (
        <p key={sentence} className="mt-4">
          {sentence}
        </p>
      ))}
      {lost.length > 0 && (
        <p className="mt-4">{`You got ${lost.length > 1 ? 'these discounts' : 'this discount'} because of the seat that you cancel now, so ${lost.length > 1 ? 'they come' : 'it comes'} off the refund. If you want to cancel both seats, cancel the other one first: then nothing comes off.`}</p>
      )}
      {quotes
        .filter((one) => one.paid > 0)
        .map((one, _place, all) => (
          <details key={one.terms.version} className="mt-2 text-sm">
            <summary className="link cursor-pointer">{`The refund policy on the day you paid${all.length > 1 ? ` ${name(one.paid)}` : ''}`}</summary>
            <ul className="mt-2 list-disc space-y-1 pl-5">
              {describeTerms(one.terms, currency).map((period) => (
                <li key={period}>{period}</li>
              ))}
            </ul>
          </details>
        ))}
      {byMoney > 0 && (
        <RefundChoice
          preview={preview}
          asCredit={asCredit}
          isBusy={canceling.isPending}
          onChange={setWantsCredit}
        />
      )}
      {preview.fromCredit > 0 && (
        <p className="mt-4">{name(preview.fromCredit)} was paid with credit. It is credit again.</p>
      )}
      <p className="text-base-content/80 mt-4 text-sm">
        The entry code stops working right away, and somebody else can take the seat. You can’t undo
        this.
      </p>
      {refund === 0 && isForResale !== null && (
        <ResaleTick cartId={cartId} isForResale={isForResale} />
      )}
      <div className="mt-4">
        <FormProblem>{problem}</FormProblem>
      </div>
      <DialogButtons
        className="mt-4"
        label={
          refund > 0
            ? `Cancel the seat, get ${name(refund)}${asCredit ? ' as credit' : ''}`
            : 'Cancel the seat'
        }
        back="Keep the seat"
        isBusy={canceling.isPending}
        isDangerous
        onConfirm={() => void cancel()}
        onBack={onBack}
      />
    </ModalDialog>
  );
}

const ENDS = {
  kept: 'is not refunded',
  'by policy': 'is refunded like the price of the seat',
  unpaid: 'is not paid and just ends',
};

/** What becomes of the money of each extra. */
function CanceledExtras({
  extras = [],
  say,
}: Pick<CancellationPreview, 'extras'> & { say: (cents: number) => string }) {
  if (extras.length === 0) return null;
  return (
    <ul aria-label="Extras" className="mt-4 space-y-1">
      {extras.map(({ label, amount, state }) => (
        <li key={label} className="[overflow-wrap:anywhere]">
          <strong>
            {label}, {say(amount)}
          </strong>{' '}
          {ENDS[state]}.
        </li>
      ))}
    </ul>
  );
}

type AmountProps = { term: string; isSum?: boolean; isPart?: boolean; children: string };

function Amount({ term, isSum = false, isPart = false, children }: AmountProps) {
  return (
    <div
      className={`flex justify-between gap-6 ${isSum ? 'border-base-content/15 border-t pt-2 text-lg font-bold' : ''} ${isPart ? 'text-base-content/80 pl-4 text-sm' : ''}`}
    >
      <dt className="[overflow-wrap:anywhere]">{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

type RefundChoiceProps = {
  preview: CancellationPreview;
  asCredit: boolean;
  isBusy: boolean;
  onChange: (asCredit: boolean) => void;
};

/** Money back, or credit for another class. Nobody gets credit without choosing it. R360 */
function RefundChoice({ preview, asCredit, isBusy, onChange }: RefundChoiceProps) {
  const { refund, fromCredit, until, currency } = preview;
  const amount = formatCharge((refund - fromCredit) / 100, currency);
  const name = useId();
  const common = { type: 'radio' as const, name, disabled: isBusy };
  return (
    <fieldset className="mt-4 grid gap-2">
      <legend className="mb-2 font-semibold">How would you like it?</legend>
      <ChoiceCard {...common} checked={!asCredit} onChange={() => onChange(false)}>
        <span className="font-semibold">{amount} back</span>{' '}
        <span className="text-base-content/80 block text-sm">
          The way you paid; on a card, usually within 5–10 days.
        </span>
      </ChoiceCard>
      <ChoiceCard {...common} checked={asCredit} onChange={() => onChange(true)}>
        <span className="font-semibold">{amount} as credit</span>{' '}
        <span className="text-base-content/80 block text-sm">{`It pays for other classes, right away. What you have not spent can still be turned back into a refund${until ? ` until ${formatDay(until)}` : ''}.`}</span>
      </ChoiceCard>
    </fieldset>
  );
}
