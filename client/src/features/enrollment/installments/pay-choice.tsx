import type { InstallmentOffer } from '@speakifyr/contract/installments.ts';
import { formatDay, nameCharge } from '../../../lib/format.ts';
import { Check } from '../../../ui/check.tsx';
import { ChoiceCard } from '../../../ui/choice-card.tsx';

type Props = {
  offer: InstallmentOffer;
  /** The whole price, in whole currency units. */
  price: number;
  isInParts: boolean;
  isAgreed: boolean;
  onChoose: (isInParts: boolean) => void;
  onAgree: (isAgreed: boolean) => void;
};

/** Whether to pay all now or in parts. Parts show their days and amounts, and what the payer agrees to. R365 */
export function PayChoice({ offer, price, isInParts, isAgreed, onChoose, onAgree }: Props) {
  const { parts, text } = offer;
  const [first] = parts;
  return (
    <fieldset className="mb-8">
      <legend className="font-display mb-4 text-2xl font-bold">When do you pay?</legend>
      <div className="space-y-3">
        <ChoiceCard type="radio" name="when" checked={!isInParts} onChange={() => onChoose(false)}>
          <span className="font-semibold">All now</span>{' '}
          <span className="block">{nameCharge(price)}</span>
        </ChoiceCard>
        <ChoiceCard type="radio" name="when" checked={isInParts} onChange={() => onChoose(true)}>
          <span className="font-semibold">{`In ${parts.length} parts`}</span>{' '}
          <span className="block">
            {`${nameCharge((first?.amount ?? 0) / 100)} now. No interest, no fees.`}
          </span>
        </ChoiceCard>
      </div>
      {isInParts && (
        <div className="rounded-box bg-base-200 mt-4 p-4">
          <ol className="space-y-2">
            {parts.map(({ due, amount }, place) => (
              <li key={due} className="flex flex-wrap justify-between gap-x-4">
                <span>{place === 0 ? 'Now' : formatDay(due)}</span>{' '}
                <span className="font-semibold tabular-nums">{nameCharge(amount / 100)}</span>
              </li>
            ))}
          </ol>
          <div className="border-base-content/15 mt-4 border-t pt-3">
            <Check checked={isAgreed} onChange={({ target }) => onAgree(target.checked)}>
              {text}
            </Check>
          </div>
        </div>
      )}
    </fieldset>
  );
}
