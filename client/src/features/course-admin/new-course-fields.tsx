import { Image } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { checkImage } from '../../lib/check-image.ts';
import { Field } from '../../ui/field.tsx';
import { ImageField } from '../../ui/image-field.tsx';
import type { CourseValues } from './course-fields.tsx';

/** What a new course has, and later does not change. */
export type NewCourseValues = CourseValues & {
  image: FileList;
  /** Days as yyyy-mm-dd. */
  camp_start: string;
  camp_end: string;
};

export function CourseImageField() {
  const { register, control, formState, trigger } = useFormContext<NewCourseValues>();
  // Undefined until the person has been there.
  const files: FileList | undefined = useWatch({ control, name: 'image' });
  return (
    <ImageField
      label="Image"
      file={files?.[0]}
      previewAlt="The course’s picture"
      icon={Image}
      frame="rounded-field h-20 w-28 sm:h-24 sm:w-36"
      error={formState.errors.image?.message}
      {...register('image', {
        validate: (chosen) => checkImage(chosen, 'Please, Upload an Image'),
        onChange: () => void trigger('image'),
      })}
    />
  );
}

/** The first and the last day, side by side where there is room. */
export function CourseDayFields() {
  const { register, formState } = useFormContext<NewCourseValues>();
  const { errors } = formState;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field
        label="Course Start Date"
        type="date"
        error={errors.camp_start?.message}
        {...register('camp_start', { required: 'Start date is required' })}
      />
      <Field
        label="Course End Date"
        type="date"
        error={errors.camp_end?.message}
        {...register('camp_end', {
          required: 'End date is required',
          validate: (end, { camp_start }) =>
            end >= camp_start || 'The end date can’t be before the start date',
        })}
      />
    </div>
  );
}
