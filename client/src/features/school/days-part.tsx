import { WEEKDAYS } from '@speakifyr/contract/days.ts';
import { formatGateTime, formatHours, formatTime, nameDate } from '@speakifyr/contract/format.ts';
import { isTimeZone } from '@speakifyr/contract/places.ts';
import type { School, VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { formatDollars, nameCharge } from '../../lib/format.ts';
import { listNames } from '../../lib/list-names.ts';
import { Check } from '../../ui/check.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { GoodToKnow } from '../../ui/good-to-know.tsx';
import { HolidayFields } from './holiday-fields.tsx';
import { PlaceFields, type PlaceValues } from './place-fields.tsx';
import type { SchoolPart } from './school-form.tsx';
import { sayHoliday, SCHOOL_LABELS } from './school-labels.ts';
import { Sentences } from './sentences.tsx';
import { writeAs } from './write-as.ts';

type Values = Pick<
  School,
  'daysOff' | 'holidays' | 'weekStart' | 'dates' | 'clock' | 'gateMinutes' | 'lunch'
> &
  PlaceValues & {
    /** One thing a line. */
    whatToBring: string;
  };

/** The numbers of the weekdays, in the order of a week. */
function listWeek(weekStart: School['weekStart']): number[] {
  return WEEKDAYS.map((_day, place) => (place + WEEKDAYS.indexOf(weekStart)) % 7);
}

function Fields() {
  const { register, control } = useFormContext<Values>();
  const weekStart = useWatch<Values, 'weekStart'>({ name: 'weekStart' });
  const { lunch, ...labels } = SCHOOL_LABELS;
  return (
    <>
      <PlaceFields />
      <Controller
        control={control}
        name="daysOff"
        render={({ field: { value, onChange } }) => (
          <ChoiceGroup name="daysOff" legend={labels.daysOff}>
            <div className="grid grid-cols-2 sm:grid-cols-3">
              {listWeek(weekStart).map((day) => (
                <Check
                  key={day}
                  checked={value.includes(day)}
                  onChange={({ target }) =>
                    onChange(
                      target.checked
                        ? [...value, day].toSorted((one, other) => one - other)
                        : value.filter((one) => one !== day),
                    )
                  }
                >
                  {WEEKDAYS[day]}
                </Check>
              ))}
            </div>
          </ChoiceGroup>
        )}
      />
      <HolidayFields />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField label={labels.weekStart} {...register('weekStart')}>
          {(['Monday', 'Sunday', 'Saturday'] as const).map((day) => (
            <option key={day} value={day}>
              {day}
            </option>
          ))}
        </SelectField>
        <SelectField label={labels.dates} {...register('dates')}>
          <option value="day first">14 June 2027</option>
          <option value="month first">June 14, 2027</option>
        </SelectField>
        <SelectField label={labels.clock} {...register('clock')}>
          <option value="12 hours">9:05 PM</option>
          <option value="24 hours">21:05</option>
        </SelectField>
      </div>
      <Field
        label={labels.gateMinutes}
        type="number"
        inputMode="numeric"
        {...register('gateMinutes', { valueAsNumber: true })}
      />
      <Field label={lunch.endsAfter} type="time" {...register('lunch.endsAfter')} />
      <Field label={lunch.included} maxLength={200} {...register('lunch.included')} />
      <Field label={lunch.without} maxLength={200} {...register('lunch.without')} />
      <TextAreaField
        label={labels.whatToBring}
        rows={6}
        hint="One thing a line, at most 12"
        {...register('whatToBring')}
      />
    </>
  );
}

/** What days, times and prices look like, one sentence each. Written as the school that is typed would write it. */
function describeDays(school: VersionedSchool): string[] {
  const { timeZone, gateMinutes, daysOff, holidays, weekStart } = school;
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: zone });
  const hours = { dailyStart: '09:00', dailyEnd: '15:00' };
  return [
    `A class of 189 shows ${formatDollars(189)}. A receipt of today says ${nameDate(today)}, and ${nameCharge(189)}.`,
    `It is ${formatTime(new Date(), zone)} at the school now.`,
    `A class that meets ${formatHours(hours)} opens its gate at ${formatGateTime(hours.dailyStart, gateMinutes)}.`,
    `Weeks begin on ${weekStart}.`,
    daysOff.length > 0
      ? `A new class does not meet on ${listNames(
          listWeek(weekStart)
            .filter((day) => daysOff.includes(day))
            .map((day) => `${WEEKDAYS[day]}s`),
        )}, unless it begins or ends on such a day.`
      : 'A new class meets on every day.',
    ...(holidays.length > 0 ? [`Nor does it on ${holidays.map(sayHoliday).join(', ')}.`] : []),
  ];
}

/** What a day at camp is like. */
export const DAYS: SchoolPart<Values> = {
  read: ({
    whatToBring,
    daysOff,
    holidays,
    weekStart,
    dates,
    clock,
    gateMinutes,
    lunch,
    ...place
  }) => ({
    timeZone: place.timeZone,
    currency: place.currency,
    currencyLabel: place.currencyLabel,
    fixedBecause: place.fixedBecause,
    daysOff,
    // One day is shown as one.
    holidays: holidays.map(({ from, to, name }) => ({ from, to: to === from ? '' : to, name })),
    weekStart,
    dates,
    clock,
    gateMinutes,
    lunch,
    whatToBring: whatToBring.join('\n'),
  }),
  write: ({ whatToBring, holidays, fixedBecause: _fixedBecause, ...values }) => ({
    ...values,
    holidays: holidays.map(({ from, to, name }) => ({ from, to: to || from, name })),
    whatToBring: whatToBring
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  }),
  fields: <Fields />,
  preview: (school) => (
    <div className="grid gap-4">
      <Sentences lines={writeAs(school, () => describeDays(school))} />
      <div className="card bg-base-100 shadow-card p-6 [&_section]:mt-0">
        <GoodToKnow campClass={{ place: '', dailyEnd: '15:00' }} school={school} />
      </div>
    </div>
  ),
};
