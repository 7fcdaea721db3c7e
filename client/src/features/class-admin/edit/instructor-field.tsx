import { LABELS } from '@speakifyr/contract/labels.ts';
import { meetAtOnce } from '@speakifyr/contract/meet-at-once.ts';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { ChoosePerson } from '../../../ui/choose-person.tsx';
import { type CourseValues, readCamp } from './class-values.ts';

type Props = {
  name: 'instructor_email' | 'inst_email';
  /** The choice of no new instructor, if there may be none. */
  nobody?: string;
  /** The course that the form changes, if it is not new. */
  courseId?: string;
};

/** A choice of the instructors who can take a course. Those leading another at the typed hours can't be chosen. */
export function InstructorField({ name, nobody, courseId }: Props) {
  const isRequired = name === 'instructor_email';
  const { control } = useFormContext<CourseValues>();
  const [camp_start, camp_end, days, dailyStart, dailyEnd] = useWatch({
    control,
    name: ['camp_start', 'camp_end', 'days', 'dailyStart', 'dailyEnd'],
  });
  const instructors = useQuery(read('GET /newInstructor'));
  const isNone = instructors.data?.length === 0;
  const people = (instructors.data ?? []).map(({ name: whom, email, courses }) => {
    const clash = courses.find(
      (course) =>
        course._id !== courseId &&
        camp_start !== '' &&
        meetAtOnce({ ...readCamp({ camp_start, camp_end, days }), dailyStart, dailyEnd }, course),
    );
    return {
      value: email,
      name: whom,
      email,
      isBarred: clash !== undefined,
      clash: clash && `Leads ${clash.name} at this time`,
    };
  });
  return (
    <div>
      {instructors.isPending ? (
        <div role="status" aria-label="Loading the instructors" className="skeleton h-24" />
      ) : (
        <ChoosePerson
          name={name}
          legend="Select a new Instructor"
          people={people}
          {...(nobody && { nobody })}
        />
      )}
      <div role="status">
        {isNone && (
          <p className="bg-accent/25 rounded-field mt-3 p-3">
            {isRequired ? (
              <span className="font-semibold">Must Need a Instructor to Add Course</span>
            ) : (
              <span>Every instructor already has a course.</span>
            )}{' '}
            <Link to={paths.addInstructor} className="text-primary font-semibold underline">
              Add Instructor
            </Link>
            {isRequired && (
              <span className="mt-1 block">
                Nobody yet? Save it as a draft. A draft can be published, and get its instructor
                later.
              </span>
            )}
          </p>
        )}
        {instructors.isError && (
          <p className="mt-2">
            The instructors could not be loaded.{' '}
            <button
              type="button"
              className="text-primary font-semibold underline"
              onClick={() => void instructors.refetch()}
            >
              {LABELS.retry}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
