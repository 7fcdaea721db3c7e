import { LABELS } from '@speakifyr/contract/labels.ts';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { showSuccess } from '../../../lib/dialogs.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { confirmStart } from './confirm-start.ts';
import { CourseFigureFields, DetailsField, NameField } from './class-fields.tsx';
import { CourseImageField } from './class-image-field.tsx';
import { showCourseProblems } from './class-problems.ts';
import { CourseDayFields, CourseFactFields } from './class-time-fields.tsx';
import { type CourseValues, EMPTY_VALUES, toFacts } from './class-values.ts';
import { InstructorField } from './instructor-field.tsx';
import { RoomClashNote } from './room-clash-note.tsx';
import { useCoursePicture } from './use-class-picture.ts';

/** Spec section 5. @param onAdded once the course is there */
export function AddCourseForm({ onAdded }: { onAdded: () => void }) {
  const form = useForm<CourseValues>({ defaultValues: EMPTY_VALUES });
  const instructors = useQuery(read('GET /newInstructor'));
  const addition = useChange('POST /addCourse');
  const upload = useCoursePicture((message) => form.setError('image', { message }));

  async function submit({ image: chosen, places, ...values }: CourseValues) {
    const file = chosen?.[0];
    const image = file && (await upload(file));
    if (!image) return;
    const instructor = instructors.data?.find(({ email }) => email === values.instructor_email);
    const course = {
      ...values,
      ...toFacts(values),
      image,
      sit: places,
      'instructor-name': instructor?.name,
    };
    await confirmStart(course.camp_start, 'Add', (confirmation) =>
      addition.mutateAsync({ body: { ...course, ...confirmation } }),
    );
    void showSuccess('Added Courses Successfully');
    onAdded();
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      onError={(error) => showCourseProblems(error, form)}
      className="card bg-base-100 shadow-card grid gap-5 p-5 sm:p-8"
    >
      <NameField />
      <CourseImageField />
      <CourseFigureFields />
      <div>
        <CourseDayFields />
        <RoomClashNote />
      </div>
      <CourseFactFields />
      <InstructorField placeholder="Choose an instructor" isRequired />
      <DetailsField />
      <FormProblem />
      <SubmitButton isDisabled={!instructors.data?.length}>{LABELS.addCourse}</SubmitButton>
    </Form>
  );
}
