import type { Instructor, TaughtCourse } from '@speakifyr/contract/instructors.ts';
import { useSearchParams } from 'react-router-dom';
import { formatDays } from '../../lib/format.ts';
import { SelectField } from '../../ui/field.tsx';

const IN_ADDRESS = 'class';

/** A page of the instructor about a course. @param path of that page */
export function linkToCourse(path: string, classId: string): string {
  return `${path}?${new URLSearchParams({ [IN_ADDRESS]: classId })}`;
}

/**
 * Which of an instructor's courses their pages are about. It is in the address, so that a reload and the links between
 * these pages keep it.
 */
export function useChosenCourse() {
  const [params, setParams] = useSearchParams();
  const typed = params.get(IN_ADDRESS) ?? '';
  return {
    /** Undefined for the next course. An address may contain anything. */
    classId: /^[0-9a-f]{24}$/.test(typed) ? typed : undefined,
    choose: (id: string) => setParams({ [IN_ADDRESS]: id }, { replace: true }),
    /** Another page of the instructor about the same course. */
    linkTo: (path: string) => (typed ? linkToCourse(path, typed) : path),
  };
}

/** The course that is shown: the chosen one, or the next one. */
export function findShown(
  info: Pick<Instructor, 'courses' | 'courseID'> | null | undefined,
  classId: string | undefined,
): TaughtCourse | undefined {
  return info?.courses.find(({ _id }) => _id === (classId ?? info.courseID));
}

/** A choice of the instructor's courses, if there are several. */
export function CourseChoice({ info }: { info: Instructor | null | undefined }) {
  const { classId, choose } = useChosenCourse();
  if (!info || info.courses.length < 2) return null;
  // A class on whose team they are today.
  if (!findShown(info, classId)) return null;
  return (
    <div className="mb-6 max-w-xl print:hidden">
      <SelectField
        label="Which course"
        value={findShown(info, classId)?._id ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        {info.courses.map(({ _id, name, camp_start, camp_end }) => (
          <option key={_id} value={_id}>
            {name}, {formatDays(camp_start, camp_end)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
