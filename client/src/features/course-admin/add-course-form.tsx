import { useQuery } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { checkImage } from '../../lib/check-image.ts';
import { showError, showSuccess } from '../../lib/dialogs.ts';
import { NoImageAddressError } from '../../lib/upload-image.ts';
import { useUploadOnce } from '../../lib/use-upload-once.ts';
import { Field } from '../../ui/field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ImageField } from '../../ui/image-field.tsx';
import { newInstructorOptions, useAddCourse } from './course-admin.queries.ts';
import {
  CourseFigureFields,
  type CourseValues,
  DetailsField,
  NameField,
} from './course-fields.tsx';
import { readCourseProblems } from './course-problems.ts';
import { InstructorField } from './instructor-field.tsx';
import { SubmitButton } from './submit-button.tsx';

type Values = CourseValues & { image: FileList; camp_start: string; camp_end: string };

/** Spec section 5. @param onAdded once the course is there */
export function AddCourseForm({ onAdded }: { onAdded: () => void }) {
  const form = useForm<Values>({ defaultValues: { instructor_email: '', details: '' } });
  const { errors, isSubmitting } = form.formState;
  const files = useWatch({ control: form.control, name: 'image' });
  const instructors = useQuery(newInstructorOptions());
  const addition = useAddCourse();
  const uploadOnce = useUploadOnce();

  async function submit({ image: chosen, ...values }: Values) {
    const image = await upload(chosen[0]);
    if (!image) return;
    const instructor = instructors.data?.find(({ email }) => email === values.instructor_email);
    try {
      await addition.mutateAsync({ ...values, image, 'instructor-name': instructor?.name });
    } catch (error) {
      const problems = readCourseProblems(error);
      for (const [index, { field, message }] of problems.entries())
        form.setError(field, { message }, { shouldFocus: index === 0 });
      return;
    }
    void showSuccess('Added Courses Successfully');
    onAdded();
  }

  /** @returns the picture's address; undefined after a failure that the person was told of, spec section 8 */
  async function upload(file: File | undefined): Promise<string | undefined> {
    if (!file) return undefined;
    try {
      return await uploadOnce(file);
    } catch (error) {
      console.error('Could not upload the picture', error);
      if (error instanceof NoImageAddressError) {
        await showError('Something went wrong');
        return undefined;
      }
      form.setError('image', { message: 'Please, Upload an Image' });
      await showError(
        'The picture could not be uploaded. Please try again, or choose another one.',
        {
          title: 'Please, Upload an Image',
        },
      );
      return undefined;
    }
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="card bg-base-100 shadow-card grid gap-5 p-5 sm:p-8"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <NameField />
        <ImageField
          label="Image"
          file={(files as FileList | undefined)?.[0]}
          previewAlt="The course’s picture"
          icon={Image}
          frame="rounded-field h-20 w-28 sm:h-24 sm:w-36"
          error={errors.image?.message}
          {...form.register('image', {
            validate: (files) => checkImage(files, 'Please, Upload an Image'),
          })}
        />
        <CourseFigureFields />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label="Course Start Date"
            type="date"
            error={errors.camp_start?.message}
            {...form.register('camp_start', { required: 'Please choose the first day' })}
          />
          <Field
            label="Course End Date"
            type="date"
            error={errors.camp_end?.message}
            {...form.register('camp_end', {
              required: 'Please choose the last day',
              validate: (end, { camp_start }) =>
                end >= camp_start || 'The end can not be before the start',
            })}
          />
        </div>
        <InstructorField placeholder="Choose an instructor" isRequired />
        <DetailsField />
        <FormProblem>{errors.root?.message}</FormProblem>
        <SubmitButton isBusy={isSubmitting} isDisabled={!instructors.data?.length}>
          Add a Course
        </SubmitButton>
      </form>
    </FormProvider>
  );
}
