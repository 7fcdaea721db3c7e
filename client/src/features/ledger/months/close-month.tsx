import type { MoneyMonth } from '@speakifyr/contract/months.ts';
import { Lock } from 'lucide-react';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { formatMonth } from '../../../lib/format.ts';
import { DayAndTime } from '../../../ui/day-and-time.tsx';

/** Says who closed a month, or lets the reader close it once it is over. */
export function CloseMonth({
  month: { month, closed, isOver, openBefore },
}: {
  month: MoneyMonth;
}) {
  const closing = useChange('POST /months/:month/close');
  const name = formatMonth(month);

  if (closed)
    return (
      <p className="flex min-h-11 flex-wrap items-center gap-x-2">
        <Lock className="size-4" aria-hidden="true" />
        <span>
          {name} was closed by {closed.by} on
        </span>
        <DayAndTime at={closed.at} />
      </p>
    );
  if (!isOver)
    return (
      <p className="text-base-content/80 flex min-h-11 items-center">
        {`${name} is not over yet, so it is still open.`}
      </p>
    );

  if (openBefore)
    return (
      <p className="text-base-content/80 flex min-h-11 items-center">
        {`${formatMonth(openBefore)} is still open. Close it first.`}
      </p>
    );

  return (
    <ActionButton
      className="btn-primary"
      question={{
        titleText: `Close ${name}?`,
        text: 'Its rows and sums never change again, and nobody can open it. What comes late, such as a refund that fails, counts in the month in which we hear of it.',
        confirm: `Yes, Close ${name}!`,
      }}
      act={() => closing.mutateAsync({ params: { month } })}
      success={`${name} Closed`}
    >
      <Lock className="size-4" aria-hidden="true" />
      Close {name}
    </ActionButton>
  );
}
