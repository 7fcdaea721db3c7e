import type { ClassChoice } from '@speakifyr/contract/office.ts';
import type { Discount } from '@speakifyr/contract/prices.ts';
import { countOf } from '../../lib/count-of.ts';
import { describeDiscount } from '../../lib/describe-discount.ts';
import { formatCharge, formatDay, readToday } from '../../lib/format.ts';
import { nameClasses } from './name-classes.ts';
import { RuleButtons } from './rules/rule-list.tsx';

type Props = {
  discount: Discount;
  classes: ClassChoice[];
  /** How often its code has been used. */
  uses: number | undefined;
  /** Whether it can be changed now. */
  hasButtons: boolean;
  onChange: () => void;
  onRemove: () => void;
};

/** One discount in words. */
export function DiscountRow({ discount, classes, uses, hasButtons, onChange, onRemove }: Props) {
  const { label, until, stacks, code } = discount;
  return (
    <div className="rounded-box border-base-300 border p-4">
      <p className="font-semibold [overflow-wrap:anywhere]">{describeDiscount(discount)}</p>
      <p className="text-base-content/80 text-sm [overflow-wrap:anywhere]">{`${nameClasses(discount, classes)}. ${stacks ? 'Combines with others that do.' : 'Does not combine with others.'}`}</p>
      {code && (
        <p className="text-sm">{`${describeLimits(discount)}${uses !== undefined ? ` ${sayUses(uses)}` : ''}`}</p>
      )}
      {until !== null && until < readToday() && (
        <p className="text-sm font-semibold">It has ended: nobody gets it anymore.</p>
      )}
      {hasButtons && <RuleButtons {...{ label, onChange, onRemove }} />}
    </div>
  );
}

function sayUses(count: number): string {
  if (count === 0) return 'Not used yet.';
  return count === 1 ? 'Used once.' : `Used ${count} times.`;
}

/** When and how often a code can be used. */
function describeLimits({ code, until }: Discount): string {
  const { from = null, maxUses = null, maxPerFamily = null, minimum = null } = code ?? {};
  const parts = [
    from && `from ${formatDay(from)}`,
    until && `through ${formatDay(until)}`,
    maxUses !== null && `for ${countOf(maxUses, 'seat')}`,
    maxPerFamily !== null && `at most ${maxPerFamily} of a family`,
    minimum !== null && `for seats from ${formatCharge(minimum / 100)}`,
  ].filter((part) => typeof part === 'string');
  return parts.length > 0 ? `Can be used ${parts.join(', ')}.` : 'Can be used any number of times.';
}
