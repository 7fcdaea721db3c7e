import { formatCharge } from '../../../lib/format.ts';
import { countOf } from '../../../lib/count-of.ts';
import { FEW_LEFT } from '../../../lib/few-left.ts';
import { Check } from '../../../ui/check.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { costWith, type ExtraRow } from './chosen-extras.ts';

type Props = {
  row: ExtraRow;
  /** Undefined if it is not ticked; empty until a choice is made. */
  option: string | undefined;
  /** Whether the person tried to save without a choice. */
  isChecked: boolean;
  onChange: (option: string | undefined) => void;
};

/** One extra: its price, what is left of it, and the choice that goes with it. */
export function ExtraChoice({ row, option, isChecked, onChange }: Props) {
  const { id, label, options, chosen, isRefundable } = row;
  const isPaid = chosen?.isPaid ?? false;
  const isSoldOut = row.left === 0 && !chosen;
  const first = options.length === 1 ? (options[0] ?? '') : '';
  return (
    <li className="rounded-box border-base-content/20 border px-4 py-2">
      <Check
        checked={option !== undefined}
        disabled={isPaid || isSoldOut}
        aria-describedby={`${id}-facts`}
        onChange={({ target }) => onChange(target.checked ? first : undefined)}
      >
        <span className="font-semibold">{label}</span>{' '}
        <span className="whitespace-nowrap tabular-nums">
          {formatCharge(costWith(row, option ?? '') / 100)}
        </span>
      </Check>
      <p
        id={`${id}-facts`}
        className="text-base-content/80 pb-1 pl-8 text-sm"
      >{`${describe(row, isSoldOut)}${isRefundable ? '' : ' Not refunded if the seat is canceled.'}`}</p>
      {option !== undefined && options.length > 0 && !isPaid && (
        <div className="pb-2 pl-8">
          <SelectField
            label={`Which one? (${label})`}
            value={option}
            error={isChecked && option === '' ? 'Please choose one' : undefined}
            onChange={({ target }) => onChange(target.value)}
          >
            {option === '' && <option value="">Choose</option>}
            {options.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
        </div>
      )}
    </li>
  );
}

function describe({ per, days, amount, left, chosen }: ExtraRow, isSoldOut: boolean): string {
  if (chosen?.isPaid) return `Paid${chosen.option ? `: ${chosen.option}` : ''}.`;
  if (isSoldOut) return 'Sold out for this class.';
  const time = days ? nameDays(days, amount) : per === 'once' ? 'Once.' : '';
  return left !== null && left > 0 && left <= FEW_LEFT && !chosen
    ? `${time} Only ${left} left.`
    : time;
}

/** `5 days × $6`: what is counted, and what one costs. */
function nameDays(days: number, amount: number): string {
  return `${countOf(days, 'day')} × ${formatCharge(amount / days / 100)}.`;
}
