import type { AdminClass } from '@speakifyr/contract/classes.ts';
import {
  COURSE_TAG_LENGTH,
  MAX_DETAILS_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PRICE,
  MIN_CHARGE,
  MIN_SEATS,
} from '@speakifyr/contract/limits.ts';
import { useFormContext } from 'react-hook-form';
import { currency, maxSeats } from '../../../lib/config.ts';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import type { CourseValues } from './class-values.ts';

export function NameField() {
  const { register } = useFormContext<CourseValues>();
  return (
    <Field
      label="Name"
      maxLength={MAX_NAME_LENGTH}
      autoComplete="off"
      {...register('name', {
        validate: (name) => Boolean(name.trim()) || 'Name is required',
      })}
    />
  );
}

/**
 * Places, price, room and tag, side by side where there is room.
 * @param props.course the course that the form changes, if it is not new
 */
export function CourseFigureFields({ course }: { course?: AdminClass }) {
  const taken = course ? course.places - course.sit : 0;
  // It had more before the school lowered its limit.
  const most = Math.max(maxSeats, course?.places ?? 0);
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
        {...register('places', {
          valueAsNumber: true,
          validate: (places) => checkPlaces(places, taken, most),
        })}
      />
      <Field
        label="Price"
        type="number"
        inputMode="decimal"
        min={0}
        max={MAX_PRICE}
        step="0.01"
        hint={`In ${currency}, charged to the card`}
        {...register('price', { valueAsNumber: true, validate: checkPrice })}
      />
      <Field
        label="Room"
        type="number"
        inputMode="numeric"
        min={1}
        hint="A number, such as 104"
        {...register('assign_room', { valueAsNumber: true, validate: checkRoom })}
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
        {...register('course_tag', { validate: checkTag })}
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

function checkPlaces(places: number, taken: number, most: number): true | string {
  if (places < taken) return `${taken} places are taken`;
  const isRight = Number.isInteger(places) && places >= MIN_SEATS && places <= most;
  return isRight || `Enter a number from ${MIN_SEATS} to ${most}`;
}

function checkPrice(price: number): true | string {
  const isCharged = price >= MIN_CHARGE && price <= MAX_PRICE;
  const isRight = (price === 0 || isCharged) && Number(price.toFixed(2)) === price;
  return (
    isRight ||
    `0, or from ${MIN_CHARGE.toFixed(2)} to ${MAX_PRICE.toLocaleString('en-US')}, with two decimals at most`
  );
}

function checkRoom(room: number): true | string {
  return (Number.isInteger(room) && room > 0) || 'Enter a room number';
}

function checkTag(tag: string): true | string {
  return /^[a-z]{3}$/i.test(tag.trim()) || 'Three letters, such as EXM';
}
