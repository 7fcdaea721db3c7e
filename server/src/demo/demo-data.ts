import type { CampClass } from '@speakifyr/contract/classes.ts';
import type { User } from '@speakifyr/contract/identity.ts';
import { FIRST_ENTRY_NUMBER, NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import {
  demoAdmin,
  type DemoChild,
  demoChildren,
  demoNewcomers,
  demoParent,
  demoStudent,
  demoStudents,
  demoTeachers,
  type DemoPerson,
} from './demo-people.ts';
import { readClassFacts } from '../class-facts.ts';
import { DAY_MS } from '../school-time.ts';
import courses from './demo-courses.json' with { type: 'json' };

/**
 * The data of a new demo school, always the same for the same summer. It has no ids yet (seed.ts adds them), so records
 * refer to each other by `slug` and email.
 */

export type DemoUser = Omit<User, '_id' | 'bundle' | 'hasFamily'>;

/**
 * The twelve classes of the demo school, by start week.
 * `week` counts from 0 at the first Monday of June; a camp runs from a Monday to a Friday. `capacity` is the number of
 * all seats; `taken` of them are enrolled. `teacher` is the instructor's slug, missing if nobody is assigned.
 */
export const demoCourses = courses;

type DemoCourse = (typeof demoCourses)[number];

/** `capacity` is the number of all seats, `sit` the number left after `demoEnrollments`. */
export interface DemoClass extends Omit<CampClass, '_id' | 'nextHoldEnd' | 'waiting' | 'joining'> {
  slug: string;
  capacity: number;
}

/** A paid seat. */
export interface DemoEnrollment {
  classSlug: string;
  /** The account that paid. */
  email: string;
  /** Who has the seat. */
  name: string;
  /** The child's `slug`, if it is not the account itself. */
  child?: string;
  /** The number in the entry code. Each class starts at FIRST_ENTRY_NUMBER. */
  entryNumber: number;
  /** How many days before the seeding it was paid, 1 to 28. */
  paidDaysAgo: number;
  /** The time of the payment, in minutes since midnight. */
  paidAtMinute: number;
}

const JUNE = 5;
const MONDAY = 1;
/** The demo seats were paid on these last days. */
export const DAYS_PAID_BACK = 28;

const [mia, leo] = demoChildren;

/** The classes of the demo parent's children, by the class's `slug`. Both are in one of them. */
const CHILDREN_IN: Record<string, DemoChild[]> = { football: [mia], science: [mia, leo] };

export const demoUsers: DemoUser[] = [
  buildUser(demoAdmin, 'admin', '/pictures/people/admin.webp'),
  buildUser(demoStudent, 'student', '/pictures/people/student.webp'),
  buildUser(demoParent, 'student', ''),
  ...demoTeachers.map((teacher) =>
    buildUser(teacher, 'instructor', `/pictures/instructors/${teacher.slug}.webp`),
  ),
  // The others have no photo: an account has one only after an upload.
  ...[...demoStudents, ...demoNewcomers].map((student) => buildUser(student, 'student', '')),
];

export const demoEnrollments: DemoEnrollment[] = seatStudents();

/**
 * The demo classes in a summer, by start day.
 * @param summer the year, as of `summerOf`
 */
export function listDemoClasses(summer: number): DemoClass[] {
  return demoCourses.map((course) => {
    const { tag: course_tag, room: assign_room, ...rest } = course;
    const { teacher: teacherSlug, taken, week: _week, weeks: _weeks, ...facts } = rest;
    const teacher = demoTeachers.find(({ slug }) => slug === teacherSlug);
    return {
      ...facts,
      ...readClassFacts(facts),
      course_tag,
      assign_room,
      ...findCampDays(course, summer),
      image: `/pictures/classes/${facts.slug}.webp`,
      sit: facts.capacity - taken,
      instructor: teacher?.name ?? NOT_ASSIGNED,
      instructor_email: teacher?.email ?? NOT_ASSIGNED,
      revision: 0,
    };
  });
}

/**
 * The year of the next summer: this year until the end of May, next year from June 1 (UTC).
 */
export function summerOf(today: Date): number {
  const year = today.getUTCFullYear();
  return today.getUTCMonth() < JUNE ? year : year + 1;
}

function findCampDays(
  { week, weeks }: DemoCourse,
  summer: number,
): Pick<CampClass, 'camp_start' | 'camp_end'> {
  const firstOfJune = new Date(Date.UTC(summer, JUNE, 1));
  const daysToMonday = (7 + MONDAY - firstOfJune.getUTCDay()) % 7;
  const start = firstOfJune.getTime() + (daysToMonday + 7 * week) * DAY_MS;
  const end = start + (7 * weeks - 3) * DAY_MS;
  return { camp_start: formatDay(start), camp_end: formatDay(end) };
}

function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * Fills the classes with students in turn. Nobody is in a class twice. The classes are sorted by start week, so nobody
 * is in two at once. The demo student has one seat, in music; the demo parent's children have three.
 */
function seatStudents(): DemoEnrollment[] {
  const enrollments: DemoEnrollment[] = [];
  let turn = 0;
  for (const course of demoCourses) {
    const others = course.slug === 'music' ? course.taken - 1 : course.taken;
    const sitting: Sitting[] = Array.from({ length: others }, () => pickStudent(turn++));
    if (course.slug === 'music') sitting.push(demoStudent);
    const family = CHILDREN_IN[course.slug] ?? [];
    sitting.splice(sitting.length - family.length, family.length, ...family.map(seatChild));
    sitting.forEach(({ email, name, child }, place) => {
      // Steps coprime to 28 and 720 spread the payments over days and hours.
      const step = enrollments.length;
      enrollments.push({
        classSlug: course.slug,
        email,
        name,
        ...(child && { child }),
        entryNumber: FIRST_ENTRY_NUMBER + place,
        paidDaysAgo: 1 + ((step * 11) % DAYS_PAID_BACK),
        paidAtMinute: 8 * 60 + ((step * 137) % 720),
      });
    });
  }
  return enrollments;
}

type Sitting = { email: string; name: string; child?: string };

function seatChild({ slug, name }: DemoChild): Sitting {
  return { email: demoParent.email, name, child: slug };
}

function pickStudent(turn: number): DemoPerson {
  const student = demoStudents[turn % demoStudents.length];
  if (!student) throw new Error('No demo students');
  return student;
}

function buildUser({ name, email }: DemoPerson, role: User['role'], photo: string): DemoUser {
  return { name, photo, email, role, isVerified: true };
}
