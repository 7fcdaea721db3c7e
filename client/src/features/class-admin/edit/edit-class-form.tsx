import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { AffectedStudents } from './affected-students.tsx';
import { confirmStart } from './confirm-start.ts';
import { type CourseChanges } from './class-admin.queries.ts';
import { CourseFigureFields, DetailsField, NameField } from './class-fields.tsx';
import { CourseImageField } from './class-image-field.tsx';
import { showCourseProblems } from './class-problems.ts';
import { CourseDayFields, CourseFactFields } from './class-time-fields.tsx';
import { type CourseValues, toFacts, toValues } from './class-values.ts';
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
  onLookAgain: (typed: Partial<CourseValues>) => void;
};

/** A form that was left because somebody else had changed the course. */
export type LeftForm = {
  /** As it was when the form was opened. */
  course: AdminClass;
  typed: Partial<CourseValues>;
};

/** Changes a course. */
export function EditCourseForm({ course, left, onUpdated, onLookAgain }: Props) {
  const form = useForm<CourseValues>({ defaultValues: { ...toValues(course), ...left?.typed } });
  const typed = useWatch({ control: form.control }) as CourseValues;
  const affected = useAffectedStudents(course, { ...typed, ...toFacts(typed) });
  const [isOutdated, setOutdated] = useState(false);
  const update = useChange('PATCH /updateClass/:id');
  const upload = useCoursePicture((message) => form.setError('image', { message }));
  const instructors = useQuery({ ...read('GET /newInstructor'), enabled: !course.isDraft });

  // Rules: R531.
  async function submit({ image: chosen, instructor_email, ...values }: CourseValues) {
    if (affected.count > 0 && !(await affected.confirm())) return;
    const file = chosen?.[0];
    const image = file && (await upload(file));
    if (file && !image) return;
    const teacher = instructors.data?.find(({ email }) => email === instructor_email);
    const changes: CourseChanges = {
      ...values,
      ...toFacts(values),
      ...(image && { image }),
      // Spec, section 7: all its fields, also those that stay. The server counts what is taken by then.
      sit: values.places - (course.places - course.sit),
      inst_email: teacher?.email ?? course.instructor_email,
      instructor: teacher?.name ?? course.instructor,
      revision: course.revision,
      ...(affected.moves.length > 0 && { confirm_affected: affected.count }),
    };
    await confirmStart(values.camp_start, 'Save', (confirmation) =>
      update.mutateAsync({ params: { id: course._id }, body: { ...changes, ...confirmation } }),
    );
    void showSuccess('Updated!!!');
    onUpdated();
  }

  function pickTyped(): Partial<CourseValues> {
    const opened = Object.entries(toValues(course));
    const values = form.getValues();
    return Object.fromEntries(
      opened.flatMap(([name, value]) => {
        const typed = values[name as keyof CourseValues];
        return Object.is(typed, value) ? [] : [[name, typed]];
      }),
    );
  }

  function explain(error: unknown) {
    const { code } = readApiError(error);
    if (code === 'students_affected') affected.lookAgain();
    setOutdated(code === 'class_changed');
    showCourseProblems(error, form);
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      onError={explain}
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
