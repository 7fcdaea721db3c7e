import type { UseFormReturn } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';
import { type CourseValues, EMPTY_VALUES } from './class-values.ts';

/** What is wrong, and beside which field of the form it belongs; `root`: with the form as a whole. */
export type CourseProblem = { field: keyof CourseValues | 'root'; message: string };

const FIELDS = Object.keys(EMPTY_VALUES) as (keyof CourseValues)[];

/** An error by a rule is about one field. */
const FIELD_OF_CODE: Record<string, keyof CourseValues> = {
  tag_taken: 'course_tag',
  tag_in_use: 'course_tag',
  instructor_taken: 'instructor_email',
  instructor_busy: 'instructor_email',
  starts_in_past: 'camp_start',
};

/** Shows why the server refused a course: beside its fields, or with the form as a whole. */
export function showCourseProblems(error: unknown, form: UseFormReturn<CourseValues>): void {
  for (const [index, { field, message }] of readCourseProblems(error).entries())
    form.setError(field, { message }, { shouldFocus: index === 0 });
}

/** @returns at least one problem */
function readCourseProblems(error: unknown): CourseProblem[] {
  const { code, message, fields = {} } = readApiError(error);
  const problems = Object.entries(fields).map(([path, text]) => findField(path, text));
  if (problems.length > 0) return problems;
  return [{ field: FIELD_OF_CODE[code] ?? 'root', message }];
}

/** A new class has as many seats left (`sit`) as it has places. @param path such as `body.course_tag` */
function findField(path: string, message: string): CourseProblem {
  const name = path
    .replace('body.', '')
    .replace('inst_email', 'instructor_email')
    .replace(/^sit$/, 'places');
  const field = FIELDS.find((known) => known === name);
  return { field: field ?? 'root', message };
}
