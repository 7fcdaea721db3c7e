import { LABELS } from '@speakifyr/contract/labels.ts';
import { useQuery } from '@tanstack/react-query';
import { checkImage } from '../../../lib/check-image.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { read } from '../../../lib/read.ts';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { confirmStart } from './confirm-start.ts';
import { CourseFigureFields, DetailsField, findPlacesProblem, NameField } from './class-fields.tsx';
import { CourseImageField } from './class-image-field.tsx';
import { CourseDayFields, CourseFactFields } from './class-time-fields.tsx';
import { FIELD_OF_CODE, NEW_COURSE, type NewCourse, toFacts } from './class-values.ts';
import { InstructorField } from './instructor-field.tsx';
import { RoomClashNote } from './room-clash-note.tsx';
import { useCoursePicture } from './use-class-picture.ts';

/** Spec section 5. @param onAdded once the course is there */
export function AddCourseForm({ onAdded }: { onAdded: () => void }) {
  const instructors = useQuery(read('GET /newInstructor'));
  const form = useCallForm('POST /addCourse', {
    defaultValues: NEW_COURSE,
    toInput: ({ picture: _picture, address = '', ...values }) => ({
      body: {
        ...values,
        ...toFacts(values),
        image: address,
        'instructor-name': instructors.data?.find(({ email }) => email === values.instructor_email)
          ?.name,
      },
    }),
    findProblems: async ({ picture, sit }) => ({
      picture: await checkImage(picture, 'Please, Upload an Image'),
      sit: findPlacesProblem(sit),
    }),
  });
  const upload = useCoursePicture((message) => form.setError('picture', { message }));

  async function submit(values: NewCourse) {
    const file = values.picture?.[0];
    const address = file && (await upload(file));
    if (!address) return;
    await confirmStart(values.camp_start, 'Add', (confirmation) =>
      form.send({ ...values, ...confirmation, address }),
    );
    void showSuccess('Added Courses Successfully');
    onAdded();
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      fieldOfCode={{
        ...FIELD_OF_CODE,
        instructor_taken: 'instructor_email',
        instructor_busy: 'instructor_email',
      }}
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
      <InstructorField name="instructor_email" />
      <DetailsField />
      <FormProblem />
      <SubmitButton isDisabled={!instructors.data?.length}>{LABELS.addCourse}</SubmitButton>
    </Form>
  );
}
