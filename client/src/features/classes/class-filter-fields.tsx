import { AgeChips } from './age-chips.tsx';
import { BornFields } from './born-fields.tsx';
import { type ClassFilter, toggleChild } from './class-filter.ts';
import { MonthField } from './month-field.tsx';
import { PriceFields } from './price-fields.tsx';
import type { ChangeFilter } from './use-class-filter.ts';
import { WeekField } from './week-field.tsx';

type Props = {
  filter: ClassFilter;
  onChange: ChangeFilter;
  /** Whether the month of birth is folded away. */
  isBirthFolded?: boolean;
};

/** The filters of the classes, besides the search. */
export function ClassFilterFields({ filter, onChange, isBirthFolded }: Props) {
  const [born = ''] = filter.born;
  const birth = (
    <BornFields born={born} onChange={(month) => onChange({ born: month ? [month] : [] })} />
  );
  return (
    <>
      <AgeChips
        ages={filter.ages}
        onPress={(age) =>
          onChange(({ ages }) => ({ ages: toggleChild(ages, age) }), { replace: true })
        }
      />
      {isBirthFolded ? (
        <details className="basis-full" open={born !== ''}>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            Or the month of birth
          </summary>
          {birth}
        </details>
      ) : (
        birth
      )}
      <MonthField month={filter.month} onChange={(month) => onChange({ month })} />
      <WeekField week={filter.week} onChange={(week) => onChange({ week })} />
      <PriceFields
        minPrice={filter.minPrice}
        maxPrice={filter.maxPrice}
        onChange={(prices) => onChange(prices, { replace: true })}
      />
      <label className="flex min-h-12 cursor-pointer items-center gap-3 self-end font-semibold">
        <input
          type="checkbox"
          className="accent-primary size-6 shrink-0"
          checked={filter.isFree}
          onChange={(event) => onChange({ isFree: event.target.checked })}
        />
        Open seats only
      </label>
    </>
  );
}
