import {
  CLASS_NUMBERS,
  CLASS_TEXTS,
  type ClassNumber,
  type ClassText,
  withEach,
} from '@speakifyr/contract/class-facts.ts';
import {
  type CampDays,
  listClassDays,
  listUsualDays,
  readWeekday,
} from '@speakifyr/contract/class-days.ts';
import { listNewDays } from '@speakifyr/contract/new-class-days.ts';
import type { AdminClass, ClassFacts } from '@speakifyr/contract/classes.ts';

/** How a class is sold by day, as it is typed. `from` is empty for at once. */
type TypedByDay = { prices: number[]; atLeast: number; from: string };

export const NEW_BY_DAY: TypedByDay = { prices: [Number.NaN], atLeast: 1, from: '' };

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
    /** Those that somebody has chosen. Empty: those that a new class gets. */
    days: string[];
    /** How families may take some of them; null if they can't. */
    byDay: TypedByDay | null;
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
  days: [],
  byDay: null,
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
    days: findChosen(course),
    byDay: course.byDay
      ? {
          prices: course.byDay.prices,
          atLeast: course.byDay.atLeast,
          from: course.byDay.from ?? '',
        }
      : null,
    ...withEach(CLASS_NUMBERS, (number) => course[number] ?? Number.NaN),
    dailyStart: course.dailyStart ?? '',
    dailyEnd: course.dailyEnd ?? '',
    ...withEach(CLASS_TEXTS, (text) => course[text]),
    inst_email: '',
    details,
  };
}

type Days = Pick<Typed, 'camp_start' | 'camp_end' | 'days'>;

/** A class's days, unless a new class would have the same. */
export function findChosen(course: CampDays): string[] {
  const days = listClassDays(course);
  return days.join() === listNewDays(course).join() ? [] : days;
}

/** When the typed course meets. */
export function readCamp({ camp_start, camp_end, days }: Days) {
  return {
    camp_start,
    camp_end,
    days: days.length > 0 ? days : listNewDays({ camp_start, camp_end }),
  };
}

/** As the server wants the days. @param course as it was, if it is not new */
export function toDays(values: Days, course?: CampDays): Partial<CampDays> {
  const { days } = readCamp(values);
  const [camp_start, camp_end] = [days[0], days.at(-1)];
  const isDecided = values.days.length > 0 || (course && findChosen(course).length > 0);
  return isDecided && camp_start && camp_end ? { camp_start, camp_end, days } : { days: undefined };
}

/** How the class is sold by day, as the server wants it. @param course as it was, if it is not new */
export function toByDay({ byDay }: Pick<Typed, 'byDay'>, course?: AdminClass) {
  if (!byDay) return { byDay: course?.byDay ? null : undefined };
  const { from, ...prices } = byDay;
  return { byDay: { ...prices, ...(from && { from }) } };
}

/**
 * Days of a class that begins or ends on another day: what lies in both stays, and what is new gets the same weekdays.
 * @param days in order
 */
export function stretchDays(
  days: string[],
  ends: { camp_start: string; camp_end: string },
): string[] {
  const { camp_start, camp_end } = ends;
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || listUsualDays(ends).length === 0) return [];
  const weekdays = new Set(days.map(readWeekday));
  const added = listNewDays(ends).filter(
    (day) => (day < first || last < day) && weekdays.has(readWeekday(day)),
  );
  const kept = days.filter((day) => camp_start <= day && day <= camp_end);
  return [...new Set([camp_start, ...kept, ...added, camp_end])].toSorted();
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
