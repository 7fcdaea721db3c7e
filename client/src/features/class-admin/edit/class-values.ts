import {
  CLASS_NUMBERS,
  CLASS_TEXTS,
  type ClassNumber,
  type ClassText,
  withEach,
} from '@speakifyr/contract/class-facts.ts';
import type { AdminClass, ClassFacts } from '@speakifyr/contract/classes.ts';

type Typed = Record<ClassText, string> & Record<ClassNumber, number>;

/** What both forms ask for. Numbers are NaN while nothing is typed. */
export type CourseValues = Typed & {
  name: string;
  /** Undefined until the person has been there. */
  image?: FileList;
  /** Free and taken seats. */
  places: number;
  price: number;
  assign_room: number;
  course_tag: string;
  /** Days as yyyy-mm-dd. */
  camp_start: string;
  camp_end: string;
  /** Times as HH:MM; empty while nothing is typed. */
  dailyStart: string;
  dailyEnd: string;
  instructor_email: string;
  details: string;
};

/** What the form for a new course starts with. It names every field. */
export const EMPTY_VALUES: {
  [Name in keyof Required<CourseValues>]: CourseValues[Name] | undefined;
} = {
  name: undefined,
  image: undefined,
  places: undefined,
  price: undefined,
  assign_room: undefined,
  course_tag: undefined,
  camp_start: '',
  camp_end: '',
  ...withEach(CLASS_NUMBERS, () => undefined),
  dailyStart: '',
  dailyEnd: '',
  ...withEach(CLASS_TEXTS, () => ''),
  instructor_email: '',
  details: '',
};

/** What the form for a course starts with. */
export function toValues(course: AdminClass): CourseValues {
  const { name, places, price, assign_room, course_tag, camp_start, camp_end, details } = course;
  return {
    name,
    places,
    price,
    assign_room,
    course_tag,
    camp_start,
    camp_end,
    ...withEach(CLASS_NUMBERS, (number) => course[number] ?? Number.NaN),
    dailyStart: course.dailyStart ?? '',
    dailyEnd: course.dailyEnd ?? '',
    ...withEach(CLASS_TEXTS, (text) => course[text]),
    instructor_email: '',
    details,
  };
}

/** Numbers, hours and texts as the server wants them. An empty field means unknown. */
export function toFacts(values: Pick<CourseValues, keyof ClassFacts>): ClassFacts {
  return {
    ...withEach(CLASS_NUMBERS, (name) => (Number.isNaN(values[name]) ? null : values[name])),
    dailyStart: values.dailyStart || null,
    dailyEnd: values.dailyEnd || null,
    ...withEach(CLASS_TEXTS, (name) => values[name].trim()),
  };
}
