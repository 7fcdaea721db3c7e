import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';
import { checkImage } from '../../../lib/check-image.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { read } from '../../../lib/read.ts';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { AffectedStudents } from './affected-students.tsx';
import { ByDayField } from './by-day-field.tsx';
import { confirmStart } from './confirm-start.ts';
import { CourseFigureFields, DetailsField, findPlacesProblem, NameField } from './class-fields.tsx';
import { CourseImageField } from './class-image-field.tsx';
import { CourseDayFields, CourseFactFields } from './class-time-fields.tsx';
import {
  type ChangedCourse,
  FIELD_OF_CODE,
  readCamp,
  toByDay,
  toDays,
  toFacts,
  toValues,
} from './class-values.ts';
import { InstructorChoice } from './instructor-choice.tsx';
import { RoomClashNote } from './room-clash-note.tsx';
import { TheirChanges } from './their-changes.tsx';
import { useAffectedStudents } from './use-affected-students.ts';
import { useCoursePicture } from './use-class-picture.ts';

type Props = {
  /** As it was when the form was opened. */
  course: AdminClass;
  onUpdated: () => void;
  /** The form that was open when somebody else changed the course. */
  left: LeftForm | undefined;
  /** Reopens the form after another admin changed the course. @param typed what was changed in the form */
  onLookAgain: (typed: Partial<ChangedCourse>) => void;
};

/** A form that was left because somebody else had changed the course. */
export type LeftForm = {
  /** As it was when the form was opened. */
  course: AdminClass;
  typed: Partial<ChangedCourse>;
};

/** Changes a course. */
export function EditCourseForm({ course, left, onUpdated, onLookAgain }: Props) {
  const instructors = useQuery({ ...read('GET /newInstructor'), enabled: !course.isDraft });
  const form = useCallForm('PATCH /updateClass/:id', {
    defaultValues: { ...toValues(course), ...left?.typed },
    toInput: ({ picture: _picture, address, inst_email, ...values }) => {
      const teacher = instructors.data?.find(({ email }) => email === inst_email);
      return {
        params: { id: course._id },
        body: {
          ...values,
          ...toFacts(values),
          ...toDays(values, course),
          ...toByDay(values, course),
          ...(address && { image: address }),
          // Spec, section 7: all its fields, also those that stay. The server counts what is taken by then.
          sit: values.places - (course.places - course.sit),
          inst_email: teacher?.email ?? course.instructor_email,
          instructor: teacher?.name ?? course.instructor,
          revision: course.revision,
          ...(affected.moves.length > 0 && { confirm_affected: affected.count }),
        },
      };
    },
    findProblems: async ({ picture, places }) => ({
      picture: await checkImage(picture),
      places: findPlacesProblem(places, course),
    }),
  });
  const typed = useWatch({ control: form.control }) as ChangedCourse;
  const affected = useAffectedStudents(course, {
    ...typed,
    ...toFacts(typed),
    ...readCamp(typed),
  });
  const [isOutdated, setOutdated] = useState(false);
  const upload = useCoursePicture((message) => form.setError('picture', { message }));

  // Rules: R531.
  async function submit(values: ChangedCourse) {
    if (affected.count > 0 && !(await affected.confirm())) return;
    const file = values.picture?.[0];
    const address = file && (await upload(file));
    if (file && !address) return;
    try {
      await confirmStart(values.camp_start, 'Save', (confirmation) =>
        form.send({ ...values, ...confirmation, ...(address && { address }) }),
      );
    } catch (error) {
      const { code } = readApiError(error);
      if (code === 'students_affected') affected.lookAgain();
      setOutdated(code === 'class_changed');
      throw error;
    }
    void showSuccess('Updated!!!');
    onUpdated();
  }

  function pickTyped(): Partial<ChangedCourse> {
    const opened = Object.entries(toValues(course));
    const values = form.getValues();
    return Object.fromEntries(
      opened.flatMap(([name, value]) => {
        const typed = values[name as keyof ChangedCourse];
        const isSame = Object.is(typed, value) || JSON.stringify(value) === JSON.stringify(typed);
        return isSame ? [] : [[name, typed]];
      }),
    );
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      fieldOfCode={{
        ...FIELD_OF_CODE,
        tag_in_use: 'course_tag',
        instructor_taken: 'inst_email',
        instructor_busy: 'inst_email',
      }}
      className="card bg-base-100 shadow-card grid gap-5 p-5 sm:p-8"
    >
      {left && <TheirChanges before={left.course} now={course} />}
      <NameField />
      <CourseImageField current={course.image} />
      <CourseFigureFields course={course} />
      <div>
        <CourseDayFields />
        <RoomClashNote courseId={course._id} />
      </div>
      <ByDayField />
      <CourseFactFields />
      <InstructorChoice course={course} />
      <div>
        <DetailsField />
        <div aria-live="polite">{affected.count > 0 && <AffectedStudents {...affected} />}</div>
      </div>
      <FormProblem />
      {isOutdated && (
        <button
          type="button"
          className="btn btn-outline sm:justify-self-start"
          onClick={() => onLookAgain(pickTyped())}
        >
          Show what has changed
        </button>
      )}
      <SubmitButton>Update Course</SubmitButton>
    </Form>
  );
}
