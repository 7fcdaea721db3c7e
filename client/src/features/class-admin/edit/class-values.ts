import { type ClassText, withTexts } from '@speakifyr/contract/class-facts.ts';
import type { AdminClass, ClassFacts } from '@speakifyr/contract/classes.ts';

/** What both forms ask for. Numbers are NaN while nothing is typed. */
export type CourseValues = Record<ClassText, string> & {
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
  ageFrom: number;
  ageTo: number;
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
  ageFrom: undefined,
  ageTo: undefined,
  dailyStart: '',
  dailyEnd: '',
  ...withTexts(() => ''),
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
    ageFrom: course.ageFrom ?? Number.NaN,
    ageTo: course.ageTo ?? Number.NaN,
    dailyStart: course.dailyStart ?? '',
    dailyEnd: course.dailyEnd ?? '',
    ...withTexts((text) => course[text]),
    instructor_email: '',
    details,
  };
}

/** Ages, hours and texts as the server wants them. An empty field means unknown. */
export function toFacts({
  ageFrom,
  ageTo,
  dailyStart,
  dailyEnd,
  ...texts
}: Pick<CourseValues, keyof ClassFacts>): ClassFacts {
  return {
    ageFrom: Number.isNaN(ageFrom) ? null : ageFrom,
    ageTo: Number.isNaN(ageTo) ? null : ageTo,
    dailyStart: dailyStart || null,
    dailyEnd: dailyEnd || null,
    ...withTexts((name) => texts[name].trim()),
  };
}
