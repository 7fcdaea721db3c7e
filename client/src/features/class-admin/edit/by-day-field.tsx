import { countOf } from '../../../lib/count-of.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { Check } from '../../../ui/check.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { useFormState } from '../../../ui/form-state.ts';
import { type CourseValues, NEW_BY_DAY, readCamp } from './class-values.ts';

/** Whether families may take some days of the class, and what these cost. R647 */
export function ByDayField() {
  const { control, register, setValue } = useFormContext<CourseValues>();
  const [byDay, camp_start, camp_end, days] = useWatch({
    control,
    name: ['byDay', 'camp_start', 'camp_end', 'days'],
  });
  const error = useFormState().findError('byDay');
  const count = readCamp({ camp_start, camp_end, days }).days.length;
  if (count < 2 && !byDay) return null;
  const prices = byDay?.prices ?? [];
  const set = (value: CourseValues['byDay']) => setValue('byDay', value, { shouldDirty: true });
  return (
    <fieldset>
      <legend className="sr-only">Single days</legend>
      <Check checked={byDay !== null} onChange={() => set(byDay ? null : NEW_BY_DAY)}>
        Families can take single days, not only the whole class
      </Check>
      {byDay && (
        <div className="rounded-box bg-base-200 grid gap-4 p-4">
          <div className="grid grid-cols-2 items-start gap-5 lg:grid-cols-4">
            {prices.map((_price, place) => (
              <Field
                key={place}
                label={
                  prices.length === 1 ? 'Price per day' : `Price of ${countOf(place + 1, 'day')}`
                }
                type="number"
                inputMode="decimal"
                min={0}
                step="0.01"
                {...register(`byDay.prices.${place}`, { valueAsNumber: true })}
              />
            ))}
          </div>
          <p className="text-sm">
            {`${prices.length === 1 ? 'Each day costs this.' : `More days cost as much for each day as ${countOf(prices.length, 'day')} do.`} Nobody pays more than the price of the whole class.`}
          </p>
          <div className="flex flex-wrap gap-3">
            {prices.length < count - 1 && (
              <button
                type="button"
                className="btn btn-sm btn-outline min-h-11"
                onClick={() => set({ ...byDay, prices: [...prices, Number.NaN] })}
              >
                Add a price for {countOf(prices.length + 1, 'day')}
              </button>
            )}
            {prices.length > 1 && (
              <button
                type="button"
                className="btn btn-sm btn-ghost min-h-11"
                onClick={() => set({ ...byDay, prices: prices.slice(0, -1) })}
              >
                Remove the price of {countOf(prices.length, 'day')}
              </button>
            )}
          </div>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field
              label="At least"
              type="number"
              inputMode="numeric"
              min={1}
              max={count}
              hint="Days that a family takes"
              {...register('byDay.atLeast', { valueAsNumber: true })}
            />
            <Field
              label="From this day on"
              type="date"
              hint="Until then, only the whole class. Empty: at once"
              {...register('byDay.from')}
            />
          </div>
          {error && <FieldError id="by-day-error">{error}</FieldError>}
        </div>
      )}
    </fieldset>
  );
}
