import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { AdminClass } from '@speakifyr/contract/classes.ts';
import {
  COURSE_TAG_LENGTH,
  MAX_DETAILS_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PRICE,
  MIN_SEATS,
} from '@speakifyr/contract/limits.ts';
import { useFormContext } from 'react-hook-form';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import type { CourseValues } from './class-values.ts';

export function NameField() {
  const { register } = useFormContext<CourseValues>();
  return (
    <Field label="Name" maxLength={MAX_NAME_LENGTH} autoComplete="off" {...register('name')} />
  );
}

/**
 * Places, price, room and tag, side by side where there is room.
 * @param props.course the course that the form changes, if it is not new
 */
export function CourseFigureFields({ course }: { course?: AdminClass }) {
  const { taken, most } = readLimits(course);
  const { register } = useFormContext<CourseValues>();
  return (
    <div className="grid grid-cols-2 items-start gap-5 lg:grid-cols-4">
      <Field
        label="Places"
        type="number"
        inputMode="numeric"
        min={MIN_SEATS}
        max={most}
        hint={taken > 0 ? `${taken} taken` : `${MIN_SEATS} to ${most}`}
        {...register(course ? 'places' : 'sit', { valueAsNumber: true })}
      />
      <Field
        label="Price"
        type="number"
        inputMode="decimal"
        min={0}
        max={MAX_PRICE}
        step="0.01"
        hint={`In ${SCHOOL.currency}, charged to the card`}
        {...register('price', { valueAsNumber: true })}
      />
      <Field
        label="Room"
        type="number"
        inputMode="numeric"
        min={1}
        hint="A number, such as 104"
        {...register('assign_room', { valueAsNumber: true })}
      />
      <Field
        label="Tag"
        placeholder="EXM"
        className="uppercase placeholder:normal-case"
        maxLength={COURSE_TAG_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="Three letters, such as EXM"
        {...register('course_tag')}
      />
    </div>
  );
}

export function DetailsField() {
  const { register } = useFormContext<CourseValues>();
  return (
    <TextAreaField
      label="Details"
      rows={5}
      maxLength={MAX_DETAILS_LENGTH}
      {...register('details')}
    />
  );
}

/** How many places are taken, and the most that there can be. It had more before the school lowered its limit. */
function readLimits(course: AdminClass | undefined) {
  if (!course) return { taken: 0, most: SCHOOL.booking.maxSeats };
  return {
    taken: course.places - course.sit,
    most: Math.max(SCHOOL.booking.maxSeats, course.places),
  };
}

/** What is wrong with a number of places in this school, or in this course. */
export function findPlacesProblem(places: number, course?: AdminClass): string | false {
  const { taken, most } = readLimits(course);
  if (places < taken) return `${taken} places are taken`;
  return places > most && `Enter a number from ${MIN_SEATS} to ${most}`;
}
