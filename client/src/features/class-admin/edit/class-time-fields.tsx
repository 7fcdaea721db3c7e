import {
  CLASS_NUMBER_NAMES,
  CLASS_NUMBERS,
  CLASS_TEXT_NAMES,
  CLASS_TEXTS,
} from '@speakifyr/contract/class-facts.ts';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import { ClassDaysField } from './class-days-field.tsx';
import { type CourseValues, stretchDays } from './class-values.ts';

/** The first and the last day, side by side where there is room, and the days between them. */
export function CourseDayFields() {
  const { register, getValues, setValue } = useFormContext<CourseValues>();
  const stretch = () => {
    const { days, ...ends } = getValues();
    if (days.length > 0) setValue('days', stretchDays(days, ends));
  };
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Course Start Date"
          type="date"
          {...register('camp_start', { onChange: stretch })}
        />
        <Field
          label="Course End Date"
          type="date"
          {...register('camp_end', { onChange: stretch })}
        />
      </div>
      <ClassDaysField />
    </>
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
        <Field label="Daily End" type="time" hint="Empty if unknown" {...register('dailyEnd')} />
        {CLASS_NUMBER_NAMES.map((name) => {
          const { label, hint, min, max } = CLASS_NUMBERS[name];
          return (
            <Field
              key={name}
              {...{ label, hint, min, max }}
              type="number"
              inputMode="numeric"
              {...register(name, { valueAsNumber: true })}
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
