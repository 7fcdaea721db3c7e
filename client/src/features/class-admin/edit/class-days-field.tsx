import { findHoliday } from '@speakifyr/contract/new-class-days.ts';
import { listDayWords } from '@speakifyr/contract/say-class-days.ts';
import { readWeekday } from '@speakifyr/contract/class-days.ts';
import { addDays, countDays, findWeekStart, WEEKDAYS } from '@speakifyr/contract/days.ts';
import { nameDay, nameMonth } from '@speakifyr/contract/format.ts';
import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { countOf } from '../../../lib/count-of.ts';
import { readThisYear } from '../../../lib/this-year.ts';
import { FieldError } from '../../../ui/field.tsx';
import { useFormState } from '../../../ui/form-state.ts';
import { type CourseValues, findChosen, readCamp } from './class-values.ts';

/** A wrong year would draw a calendar of a thousand months. */
const MOST_WEEKS = 53;

/** The days on which the typed class meets: by weekday, and each in a calendar. R645 */
export function ClassDaysField() {
  const { control, setValue } = useFormContext<CourseValues>();
  const [camp_start, camp_end, chosen] = useWatch({
    control,
    name: ['camp_start', 'camp_end', 'days'],
  });
  const id = useId();
  const error = useFormState().findError('days');
  const camp = readCamp({ camp_start, camp_end, days: chosen });
  const { days } = camp;
  if (days.length === 0) return null;
  const choose = (wanted: string[]) => {
    const sorted = wanted.toSorted();
    const [first, last] = [sorted[0], sorted.at(-1)];
    if (!first || !last) return;
    const options = { shouldDirty: true, shouldValidate: false };
    setValue('camp_start', first, options);
    setValue('camp_end', last, options);
    setValue('days', findChosen({ camp_start: first, camp_end: last, days: sorted }), options);
  };
  const words = listDayWords(camp, readThisYear());
  return (
    <div className="mt-3">
      <details>
        <summary className="cursor-pointer font-semibold">
          {countOf(days.length, 'day')}
          <span className="font-normal">{words.length > 0 && `: ${words.join(', ')}`}</span>
          <span className="text-primary ml-2 underline">Choose days</span>
        </summary>
        <Weekdays days={days} onChoose={choose} />
        <Calendar days={days} onChoose={choose} />
      </details>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

type Props = {
  /** In order; never empty. */
  days: string[];
  onChoose: (days: string[]) => void;
};

/** Takes a weekday out of all weeks, or puts it into all, except on the school's days off. */
function Weekdays({ days, onChoose }: Props) {
  const week = listDays(findWeekStart(days[0] ?? ''), 7);
  const all = listDays(days[0] ?? '', countDays(days[0] ?? '', days.at(-1) ?? '') + 1);
  return (
    <div role="group" aria-label="On each" className="mt-3 flex flex-wrap gap-2">
      {week.map(readWeekday).map((weekday) => {
        const isOn = days.some((day) => readWeekday(day) === weekday);
        const others = days.filter((day) => readWeekday(day) !== weekday);
        const theirs = all.filter((day) => readWeekday(day) === weekday && !findHoliday(day));
        const isOnly = isOn && others.length === 0;
        return (
          <button
            key={weekday}
            type="button"
            aria-pressed={isOn}
            disabled={isOnly || (!isOn && theirs.length === 0)}
            className={`btn btn-sm min-h-11 ${isOn ? 'btn-primary' : 'btn-outline'}`}
            onClick={() => onChoose(isOn ? others : [...others, ...theirs])}
          >
            {WEEKDAYS[weekday]}
          </button>
        );
      })}
    </div>
  );
}

/** Each day of the class's weeks. */
function Calendar({ days, onChoose }: Props) {
  const first = findWeekStart(days[0] ?? '');
  const weeks = Math.min(MOST_WEEKS, Math.floor(countDays(first, days.at(-1) ?? '') / 7) + 1);
  const all = listDays(first, weeks * 7);
  const months = [...new Set(all.map((day) => day.slice(0, 7)))];
  return (
    <div className="mt-4 grid gap-5 sm:grid-cols-2">
      {months.map((month) => (
        <section key={month} aria-label={nameMonth(month)}>
          <h2 className="font-bold">{nameMonth(month)}</h2>
          <div className="mt-2 grid grid-cols-7 gap-1">
            {listDays(first, 7).map((day) => (
              <span key={day} aria-hidden="true" className="text-center text-sm">
                {WEEKDAYS[readWeekday(day)]?.slice(0, 2)}
              </span>
            ))}
            {all
              .filter((day) => day.startsWith(month))
              .map((day, index) => (
                <DayButton
                  key={day}
                  day={day}
                  isOn={days.includes(day)}
                  isOnly={days.length === 1}
                  column={index === 0 ? (countDays(first, day) % 7) + 1 : undefined}
                  onPress={(isOn) =>
                    onChoose(isOn ? [...days, day] : days.filter((one) => one !== day))
                  }
                />
              ))}
          </div>
        </section>
      ))}
    </div>
  );
}

type DayProps = {
  day: string;
  isOn: boolean;
  isOnly: boolean;
  /** 1 to 7, of the first day of its month. */
  column: number | undefined;
  onPress: (isOn: boolean) => void;
};

function DayButton({ day, isOn, isOnly, column, onPress }: DayProps) {
  const holiday = findHoliday(day);
  const off = holiday && (holiday.name || 'Day off');
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={[nameDay(day, readThisYear()), off].filter(Boolean).join(', ')}
      title={off}
      disabled={isOn && isOnly}
      style={{ gridColumnStart: column }}
      className={`rounded-field min-h-11 border text-center ${isOn ? 'bg-primary text-primary-content border-primary font-bold' : 'border-base-300'} ${off ? 'underline decoration-dotted' : ''}`}
      onClick={() => onPress(!isOn)}
    >
      {Number(day.slice(8))}
    </button>
  );
}

function listDays(first: string, count: number): string[] {
  return Array.from({ length: count }, (_none, index) => addDays(first, index));
}
