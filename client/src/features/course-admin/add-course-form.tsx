import { LABELS } from '@speakifyr/contract/labels.ts';
import { useQuery } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { readApiError } from '../../lib/api.ts';
import { confirmAction, showError, showSuccess } from '../../lib/dialogs.ts';
import { formatDay } from '../../lib/format.ts';
import { NoImageAddressError } from '../../lib/upload-image.ts';
import { useUploadOnce } from '../../lib/use-upload-once.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { type NewCourse, newInstructorOptions, useAddCourse } from './course-admin.queries.ts';
import { CourseFigureFields, DetailsField, NameField } from './course-fields.tsx';
import { readCourseProblems } from './course-problems.ts';
import { InstructorField } from './instructor-field.tsx';
import { CourseDayFields, CourseImageField, type NewCourseValues } from './new-course-fields.tsx';
import { SubmitButton } from './submit-button.tsx';

/** Spec section 5. @param onAdded once the course is there */
export function AddCourseForm({ onAdded }: { onAdded: () => void }) {
  const form = useForm<NewCourseValues>({ defaultValues: { instructor_email: '', details: '' } });
  const { errors, isSubmitting } = form.formState;
  const instructors = useQuery(newInstructorOptions());
  const addition = useAddCourse();
  const uploadOnce = useUploadOnce();

  async function submit({ image: chosen, ...values }: NewCourseValues) {
    const image = await upload(chosen[0]);
    if (!image) return;
    const instructor = instructors.data?.find(({ email }) => email === values.instructor_email);
    try {
      await add({ ...values, image, 'instructor-name': instructor?.name });
    } catch (error) {
      const problems = readCourseProblems(error);
      for (const [index, { field, message }] of problems.entries())
        form.setError(field, { message }, { shouldFocus: index === 0 });
      return;
    }
    void showSuccess('Added Courses Successfully');
    onAdded();
  }

  /** Adds a course. If it starts in the past, asks first. The server knows what day it is at the school. */
  async function add(course: NewCourse): Promise<void> {
    try {
      await addition.mutateAsync(course);
    } catch (error) {
      if (readApiError(error).code !== 'starts_in_past' || !(await confirmStart(course)))
        throw error;
      await addition.mutateAsync({ ...course, confirm_past: true });
    }
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
          titleText: 'Please, Upload an Image',
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
        <CourseImageField />
        <CourseFigureFields />
        <CourseDayFields />
        <InstructorField placeholder="Choose an instructor" isRequired />
        <DetailsField />
        <FormProblem>{errors.root?.message}</FormProblem>
        <SubmitButton isBusy={isSubmitting} isDisabled={!instructors.data?.length}>
          {LABELS.addCourse}
        </SubmitButton>
      </form>
    </FormProvider>
  );
}

function confirmStart({ camp_start }: NewCourse): Promise<boolean> {
  return confirmAction({
    titleText: `This class starts in the past (${formatDay(camp_start)}). Add it anyway?`,
    text: 'Students may be too late to join it.',
    confirm: 'Yes, Add It!',
  });
}
