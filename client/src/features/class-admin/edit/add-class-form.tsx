import { LABELS } from '@speakifyr/contract/labels.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { checkImage } from '../../../lib/check-image.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { read } from '../../../lib/read.ts';
import { Check } from '../../../ui/check.tsx';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { ByDayField } from './by-day-field.tsx';
import { confirmStart } from './confirm-start.ts';
import { CourseFigureFields, DetailsField, findPlacesProblem, NameField } from './class-fields.tsx';
import { CourseImageField } from './class-image-field.tsx';
import { CourseDayFields, CourseFactFields } from './class-time-fields.tsx';
import {
  FIELD_OF_CODE,
  NEW_COURSE,
  type NewCourse,
  toByDay,
  toDays,
  toFacts,
} from './class-values.ts';
import { InstructorField } from './instructor-field.tsx';
import { RoomClashNote } from './room-clash-note.tsx';
import { useCoursePicture } from './use-class-picture.ts';

/** Spec section 5. @param onAdded once the course is there, with its tag */
export function AddCourseForm({ onAdded }: { onAdded: (tag: string) => void }) {
  const instructors = useQuery(read('GET /newInstructor'));
  const form = useCallForm('POST /addCourse', {
    defaultValues: NEW_COURSE,
    toInput: ({ picture: _picture, address = '', visibility, ...values }) => ({
      body: {
        ...values,
        ...toFacts(values),
        ...toDays(values),
        ...toByDay(values),
        image: address,
        ...(visibility === 'draft' && { instructor_email: NOT_ASSIGNED }),
        'instructor-name': instructors.data?.find(({ email }) => email === values.instructor_email)
          ?.name,
      },
    }),
    findProblems: async ({ picture, sit }) => ({
      picture: await checkImage(picture, 'Please, Upload an Image'),
      sit: findPlacesProblem(sit),
    }),
  });
  const isDraft = useWatch({ control: form.control, name: 'visibility' }) === 'draft';
  const upload = useCoursePicture((message) => form.setError('picture', { message }));

  async function submit(values: NewCourse) {
    const file = values.picture?.[0];
    const address = file && (await upload(file));
    if (!address) return;
    await confirmStart(values.camp_start, 'Add', (confirmation) =>
      form.send({ ...values, ...confirmation, address }),
    );
    void showSuccess(
      values.visibility === 'draft' ? 'Saved as a draft' : 'Added Courses Successfully',
    );
    onAdded(values.course_tag);
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
      <ByDayField />
      <CourseFactFields />
      <DetailsField />
      <ChoiceGroup name="visibility" legend="Who sees it?">
        <Check type="radio" value="public" {...form.register('visibility')}>
          Publish: everybody sees it and can join
        </Check>
        <Check type="radio" value="draft" {...form.register('visibility')}>
          Save as draft: only admins see it, and it gets its instructor later
        </Check>
      </ChoiceGroup>
      {!isDraft && <InstructorField name="instructor_email" />}
      <FormProblem />
      <SubmitButton isDisabled={!isDraft && !instructors.data?.length}>
        {isDraft ? 'Save as draft' : LABELS.addCourse}
      </SubmitButton>
    </Form>
  );
}
