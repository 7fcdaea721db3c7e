import type { CancellationPreview } from '@speakifyr/contract/cancellation.ts';
import { useId } from 'react';
import { formatCharge, formatDay } from '../../../lib/format.ts';
import { ChoiceCard } from '../../../ui/choice-card.tsx';

type Props = {
  preview: CancellationPreview;
  asCredit: boolean;
  isBusy: boolean;
  onChange: (asCredit: boolean) => void;
};

/** Money back, or credit for another class. Nobody gets credit without choosing it. R360 */
export function RefundChoice({ preview, asCredit, isBusy, onChange }: Props) {
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
