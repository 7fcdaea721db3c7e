import {
  CLASS_NUMBERS,
  CLASS_TEXTS,
  type ClassNumber,
  type ClassText,
  withEach,
} from '@speakifyr/contract/class-facts.ts';
import type { AdminClass, ClassFacts } from '@speakifyr/contract/classes.ts';

/** What both forms ask for. Numbers are NaN while nothing is typed. */
type Typed = Record<ClassText, string> &
  Record<ClassNumber, number> & {
    name: string;
    /** Undefined until the person has been there. */
    picture?: FileList;
    /** Of the picture, once it is uploaded. */
    address?: string;
    price: number;
    assign_room: number;
    course_tag: string;
    /** Days as yyyy-mm-dd. */
    camp_start: string;
    camp_end: string;
    /** Times as HH:MM; empty while nothing is typed. */
    dailyStart: string;
    dailyEnd: string;
    details: string;
    confirm_past?: true;
  };

export type NewCourse = Typed & {
  sit: number;
  instructor_email: string;
  /** A draft has no instructor. */
  visibility: 'public' | 'draft';
};

/** `places` are free and taken seats. */
export type ChangedCourse = Typed & { places: number; inst_email: string };

/** For the fields of both forms. */
export type CourseValues = NewCourse & ChangedCourse;

/** What the form for a new course starts with. */
export const NEW_COURSE: NewCourse = {
  visibility: 'public',
  name: '',
  sit: Number.NaN,
  price: Number.NaN,
  assign_room: Number.NaN,
  course_tag: '',
  camp_start: '',
  camp_end: '',
  ...withEach(CLASS_NUMBERS, () => Number.NaN),
  dailyStart: '',
  dailyEnd: '',
  ...withEach(CLASS_TEXTS, () => ''),
  instructor_email: '',
  details: '',
};

/** What the form for a course starts with. */
export function toValues(course: AdminClass): ChangedCourse {
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
    inst_email: '',
    details,
  };
}

/** Numbers, hours and texts as the server wants them. An empty field means unknown. */
export function toFacts(values: Pick<Typed, keyof ClassFacts>): ClassFacts {
  return {
    ...withEach(CLASS_NUMBERS, (name) => (Number.isNaN(values[name]) ? null : values[name])),
    dailyStart: values.dailyStart || null,
    dailyEnd: values.dailyEnd || null,
    ...withEach(CLASS_TEXTS, (name) => values[name].trim()),
  };
}

/** The field that a refusal is about, in both forms. */
export const FIELD_OF_CODE = { tag_taken: 'course_tag', starts_in_past: 'camp_start' } as const;
