import {
  CLASS_NUMBER_NAMES,
  CLASS_NUMBERS,
  CLASS_TEXT_NAMES,
  CLASS_TEXTS,
  type ClassNumber,
} from '@speakifyr/contract/class-facts.ts';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import type { CourseValues } from './class-values.ts';

/** The first and the last day, side by side where there is room. */
export function CourseDayFields() {
  const { register } = useFormContext<CourseValues>();
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field
        label="Course Start Date"
        type="date"
        {...register('camp_start', { required: 'Start date is required' })}
      />
      <Field
        label="Course End Date"
        type="date"
        {...register('camp_end', {
          required: 'End date is required',
          validate: (end, { camp_start }) =>
            end >= camp_start || 'The end date can’t be before the start date',
        })}
      />
    </div>
  );
}

/** Daily hours, numbers such as the ages, and the texts of a class. All may stay empty. */
export function CourseFactFields() {
  const { register } = useFormContext<CourseValues>();
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-5 lg:grid-cols-4">
        <Field
          label="Daily Start"
          type="time"
          hint="In the school’s time zone"
          {...register('dailyStart')}
        />
        <Field
          label="Daily End"
          type="time"
          hint="Empty if unknown"
          {...register('dailyEnd', {
            validate: (end, { dailyStart }) => checkHours(dailyStart, end),
          })}
        />
        {CLASS_NUMBER_NAMES.map((name) => {
          const { label, hint, min, max } = CLASS_NUMBERS[name];
          return (
            <Field
              key={name}
              {...{ label, hint, min, max }}
              type="number"
              inputMode="numeric"
              {...register(name, {
                valueAsNumber: true,
                validate: (_, values) => checkNumber(name, values),
              })}
            />
          );
        })}
      </div>
      {CLASS_TEXT_NAMES.map((name) => {
        const { label, hint, maxLength } = CLASS_TEXTS[name];
        return (
          <Field
            key={name}
            {...{ label, hint, maxLength }}
            autoComplete="off"
            {...register(name)}
          />
        );
      })}
    </>
  );
}

function checkNumber(name: ClassNumber, values: CourseValues): true | string {
  const { min, max } = CLASS_NUMBERS[name];
  const value = values[name];
  if (name === 'ageTo' && value < values.ageFrom)
    return 'The oldest age can’t be below the youngest';
  const isRight = Number.isNaN(value) || (Number.isInteger(value) && value >= min && value <= max);
  return isRight || `Enter a whole number from ${min} to ${max}`;
}

function checkHours(start: string, end: string): true | string {
  if (!start && !end) return true;
  if (!start || !end) return 'Enter both the start and the end of the day';
  return end > start || 'The day can’t end before it starts';
}
