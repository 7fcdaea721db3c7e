import type { CampClass } from '@speakifyr/contract/classes.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { showSuccess } from '../../lib/dialogs.ts';
import { paths } from '../../lib/paths.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import {
  type CourseChanges,
  newInstructorOptions,
  useUpdateCourse,
} from './course-admin.queries.ts';
import {
  CourseFigureFields,
  type CourseValues,
  DetailsField,
  NameField,
} from './course-fields.tsx';
import { readCourseProblems } from './course-problems.ts';
import { InstructorField } from './instructor-field.tsx';
import { SubmitButton } from './submit-button.tsx';

type Props = {
  /** As it was when the form was opened. */
  course: CampClass;
  onUpdated: () => void;
  /** Reopens the form after another admin changed the course. */
  onLookAgain: () => void;
};

/** Changes a course: its instructor and details only while it has no instructor. */
export function EditCourseForm({ course, onUpdated, onLookAgain }: Props) {
  const isAssigned = course.instructor_email !== NOT_ASSIGNED;
  const form = useForm<CourseValues>({
    defaultValues: {
      name: course.name,
      sit: course.sit,
      price: course.price,
      assign_room: course.assign_room,
      course_tag: course.course_tag,
      instructor_email: '',
      details: course.details,
    },
  });
  const { errors, isSubmitting } = form.formState;
  // The seats left that the admin saw. The server refuses if someone joined or left since.
  const [openedSit, setOpenedSit] = useState(course.sit);
  const [isOutdated, setOutdated] = useState(false);
  const update = useUpdateCourse(course._id);
  const instructors = useQuery({ ...newInstructorOptions(), enabled: !isAssigned });

  async function submit({ instructor_email, details, ...values }: CourseValues) {
    const changes: CourseChanges = {
      ...values,
      opened_sit: openedSit,
      revision: course.revision,
    };
    if (!isAssigned) {
      changes.inst_email = instructor_email || NOT_ASSIGNED;
      changes.instructor =
        instructors.data?.find(({ email }) => email === instructor_email)?.name ?? NOT_ASSIGNED;
      changes.details = details;
    }
    try {
      await update.mutateAsync(changes);
    } catch (error) {
      explain(error, values.sit);
      return;
    }
    void showSuccess('Updated!!!');
    onUpdated();
  }

  function explain(error: unknown, sentSit: number) {
    const { code, sit: sitNow } = readApiError(error);
    if (code === 'seats_changed' && sitNow !== undefined) return explainSeats(sitNow, sentSit);
    setOutdated(code === 'class_changed');
    for (const [index, { field, message }] of readCourseProblems(error).entries())
      // Pictures and days are not part of this form.
      if (field === 'image' || field === 'camp_start' || field === 'camp_end')
        form.setError('root', { message });
      else form.setError(field, { message }, { shouldFocus: index === 0 });
  }

  /** Shows the new number, which the next try sends. All other fields keep what was typed. */
  function explainSeats(sitNow: number, sentSit: number) {
    setOpenedSit(sitNow);
    if (sentSit === openedSit) form.setValue('sit', sitNow);
    const seats = sitNow === 1 ? '1 seat is' : `${sitNow} seats are`;
    form.setError(
      'sit',
      {
        message: `Someone just joined or left: ${seats} left now. Please check the number of seats.`,
      },
      { shouldFocus: true },
    );
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="card bg-base-100 shadow-card grid gap-5 p-5 sm:p-8"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <NameField />
        <CourseFigureFields />
        {isAssigned ? (
          <p className="bg-base-200 rounded-field p-4">
            Instructor: <span className="font-semibold">{course.instructor}</span>. To give the
            course to someone else, unassign them first in{' '}
            <Link to={paths.updateInstructor} className="text-primary font-semibold underline">
              Update Instructor
            </Link>
            .
          </p>
        ) : (
          <>
            <InstructorField placeholder="None for now" isRequired={false} />
            <DetailsField />
          </>
        )}
        <FormProblem>{errors.root?.message}</FormProblem>
        {isOutdated && (
          <button
            type="button"
            className="btn btn-outline sm:justify-self-start"
            onClick={onLookAgain}
          >
            Show the course as it is now
          </button>
        )}
        <SubmitButton isBusy={isSubmitting}>Update Course</SubmitButton>
      </form>
    </FormProvider>
  );
}
