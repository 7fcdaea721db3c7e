import * as z from 'zod';
import { classFacts } from './classes.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  age,
  campDays,
  day,
  email,
  id,
  name,
  optionalPictureUrl,
  room,
  shownEmail,
} from './fields.ts';
import { carriedExtras } from './extras.ts';
import { formFacts } from './form-facts.ts';
import { groupName } from './groups.ts';
import { listQuery } from './lists.ts';

const count = z.int().min(0);
/** The steps of a new school whose state its data can tell, in the order of the list. R607 */
export const FIRST_STEPS = [
  'about',
  'texts',
  'days',
  'refunds',
  'cards',
  'instructor',
  'course',
  'booking',
  'open',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** A sum of prices in whole currency units. */
const amount = z.number().min(0);

const shownUser = z.object({ photo: optionalPictureUrl, name, email });
shownUser.register(z.globalRegistry, { id: 'ShownUser' });

export const statistics = {
  'GET /userStats': defineEndpoint({
    summary: 'The student’s figures',
    access: { who: 'student', own: 'query' },
    query: z.object({ email }),
    output: z.object({
      user: shownUser,
      /** The number of cart entries. */
      cartData: count,
      totalEnrolled: count,
      /** What the student paid for these seats and did not get back. */
      totalSpend: amount,
    }),
  }),

  'GET /adminStats': defineEndpoint({
    summary: 'The school’s figures',
    access: { who: 'admin', own: 'query' },
    query: z.object({ email }),
    output: z.object({
      adminInfo: shownUser,
      totalClasses: count,
      /** How many people have a seat in a class that is not over. */
      totalEnrolledClass: count,
      totalUser: count,
      /**
       * How many percent more users there are than when this month began in the school’s time zone, below 0 if fewer.
       * Null if there were none.
       */
      userGrowth: z.int().nullable(),
      /** What arrived minus what went back. */
      totalTransaction: amount,
      /**
       * What arrived minus what went back on each of the last thirty days (yyyy-mm-dd, in the school’s time zone).
       * Below 0 if more went back.
       */
      earningsByDay: z.array(z.object({ day, amount: z.number() })),
      /** How many people wait for a seat now, and how many asked for one on a list but did not enroll that way. */
      waiting: z.object({ people: count, lost: count }),
      /** The filled seats of at most 24 open classes, by start day: those starting next, then those that began last. */
      fillByClass: z.array(
        z.object({ _id: id, name: z.string(), enrolled: count, held: count, sit: count }),
      ),
      /** What is left of the first steps of a new school, for a director: of each step, in a word or a few. Empty: it is done. */
      firstSteps: z.partialRecord(z.enum(FIRST_STEPS), z.array(z.string())).optional(),
    }),
  }),

  'GET /instructorStats': defineEndpoint({
    summary: 'The instructor’s course and figures',
    access: { who: 'instructor', own: 'query' },
    query: z.object({ email, classId: id.optional() }),
    output: z.object({
      photo: optionalPictureUrl,
      name,
      email,
      /** The course’s picture. */
      image: optionalPictureUrl,
      course: z.string(),
      sit: count,
      camp_start: z.string(),
      camp_end: z.string(),
      price: amount,
      assign_room: count,
      totalEnrolled: count,
      /** What the enrolled people paid, minus what went back. Missing if the school keeps it from instructors. R613 */
      earned: amount.optional(),
    }),
    errors: ['not_found'],
  }),

  'GET /enrolledStudents': defineEndpoint({
    summary: 'A course’s students',
    access: { who: 'instructor', own: 'query' },
    query: listQuery(['entry_code', 'name', 'email']).extend({
      email,
      classId: id.optional(),
    }),
    output: z.object({
      course: z.string(),
      /** The id, days, hours, ages, room and place of the course; null without a course. */
      camp: z
        .object({
          classId: id,
          ...campDays,
          assign_room: room,
          ...classFacts.shape,
        })
        .nullable(),
      /** To write to one of them. Missing if the course has none. */
      groups: z.array(z.object({ _id: id, name: z.string() })).optional(),
      students: z.array(
        z.object({
          entry_code: z.string(),
          name: z.string(),
          /** Of the account that booked. */
          email: shownEmail,
          /** null for an account that joined for itself, and for a deleted child. */
          childId: id.nullable(),
          /** Which days of a class that is sold by day. Missing: all. */
          days: campDays.days,
          /** On the first day of the class. */
          age: age.nullable(),
          hasSevereAllergy: z.boolean(),
          /** Whether the parents have not answered the questions about health yet. */
          isHealthMissing: z.boolean(),
          /** Lunch, care, a T-shirt with its size: only what is paid. Missing if nothing. */
          extras: carriedExtras,
          group: groupName,
          facts: formFacts,
        }),
      ),
    }),
    errors: ['not_found', 'not_allowed', 'care_sheet_closed'],
  }),
};
