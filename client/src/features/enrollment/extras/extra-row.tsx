import { nameShortDay } from '@speakifyr/contract/format.ts';
import { nameFewDays } from '@speakifyr/contract/say-class-days.ts';
import { nameWithHours } from '@speakifyr/contract/seat-extras.ts';
import { formatCharge } from '../../../lib/format.ts';
import { FEW_LEFT } from '../../../lib/few-left.ts';
import { Check } from '../../../ui/check.tsx';
import { SelectField } from '../../../ui/field.tsx';
import {
  costWith,
  type ExtraRow,
  findMissing,
  listOpenDays,
  nameCount,
  type Tick,
} from './chosen-extras.ts';

type Props = {
  row: ExtraRow;
  /** Undefined if it is not ticked. */
  tick: Tick | undefined;
  /** Whether the person tried to save without a choice. */
  isChecked: boolean;
  onChange: (tick: Tick | undefined) => void;
};

/** One extra: its price, what is left of it, and the choice and the days that go with it. R442, R651 */
export function ExtraChoice({ row, tick, isChecked, onChange }: Props) {
  const { key, label, options, chosen, isRefundable } = row;
  const isPaid = chosen?.isPaid ?? false;
  const open = listOpenDays(row);
  const isSoldOut = (row.on ? open.length === 0 : row.left === 0) && !chosen;
  const first = options.length === 1 ? (options[0] ?? '') : '';
  const missing = isChecked && tick ? findMissing(row, tick) : undefined;
  return (
    <li className="rounded-box border-base-content/20 border px-4 py-2">
      <Check
        checked={tick !== undefined}
        disabled={isPaid || isSoldOut}
        aria-describedby={`${key}-facts`}
        onChange={({ target }) =>
          onChange(target.checked ? { option: first, on: open } : undefined)
        }
      >
        <span className="font-semibold">{`${nameWithHours(row)}${row.isMore ? ', more days' : ''}`}</span>{' '}
        <span className="whitespace-nowrap tabular-nums">
          {formatCharge(costWith(row, tick) / 100)}
        </span>
      </Check>
      <p
        id={`${key}-facts`}
        className="text-base-content/80 pb-1 pl-8 text-sm"
      >{`${describe(row, tick, isSoldOut)}${isRefundable ? '' : ' Not refunded if the seat is canceled.'}`}</p>
      {tick && options.length > 0 && !isPaid && (
        <div className="pb-2 pl-8">
          <SelectField
            label={`Which one? (${label})`}
            value={tick.option}
            error={missing === 'option' ? 'Please choose one' : undefined}
            onChange={({ target }) => onChange({ ...tick, option: target.value })}
          >
            {tick.option === '' && <option value="">Choose</option>}
            {options.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {tick && row.on && row.on.length > 1 && (
        <ExtraDays
          {...{ label, on: row.on, isMissing: missing === 'day' }}
          chosen={tick.on}
          onChange={(on) => onChange({ ...tick, on })}
        />
      )}
    </li>
  );
}

type DaysProps = {
  label: string;
  on: NonNullable<ExtraRow['on']>;
  chosen: string[];
  isMissing: boolean;
  onChange: (on: string[]) => void;
};

/** The days as boxes to tick. One that is sold out says so. */
function ExtraDays({ label, on, chosen, isMissing, onChange }: DaysProps) {
  return (
    <fieldset className="pb-2 sm:pl-8">
      <legend className="text-sm font-semibold">
        Which days?<span className="sr-only"> ({label})</span>
      </legend>
      <div className="grid grid-cols-2 gap-x-3 sm:grid-cols-3">
        {on.map(({ day, left }) => {
          const isTicked = chosen.includes(day);
          const others = on
            .map((one) => one.day)
            .filter((one) => one !== day && chosen.includes(one));
          return (
            <Check
              key={day}
              checked={isTicked}
              disabled={left === 0 && !isTicked}
              onChange={() => onChange(isTicked ? others : [...others, day].toSorted())}
            >
              <span>{nameShortDay(day)}</span>{' '}
              <span className="text-base-content/80 text-sm whitespace-nowrap">
                {sayLeft(left)}
              </span>
            </Check>
          );
        })}
      </div>
      {isMissing && (
        <p role="alert" className="text-error text-sm font-semibold">
          Please choose a day
        </p>
      )}
    </fieldset>
  );
}

function sayLeft(left: number | null): string {
  if (left === 0) return 'sold out';
  return left !== null && left <= FEW_LEFT ? `${left} left` : '';
}

function describe(row: ExtraRow, tick: Tick | undefined, isSoldOut: boolean): string {
  const { per, left, on, chosen } = row;
  if (chosen?.isPaid) {
    const { option, on: days } = chosen;
    const what = [...(option ? [option] : []), ...(days ? [nameFewDays(days)] : [])].join(', ');
    return `Paid${what && `: ${what}`}.`;
  }
  if (isSoldOut) return row.isMore ? 'Sold out on the other days.' : 'Sold out for this class.';
  const time = on ? nameCount(row, tick) : per === 'once' ? 'Once.' : '';
  // Where there are days to choose from, each of them says it.
  const hasDays = tick && on && on.length > 1;
  return !hasDays && left !== null && left > 0 && left <= FEW_LEFT && !chosen
    ? `${time} Only ${left} left.`
    : time;
}
