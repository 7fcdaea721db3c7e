import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { day, email, name, optionalPictureUrl } from './fields.ts';
import { listQuery } from './lists.ts';

const count = z.int().min(0);
/** A sum of prices in whole currency units. */
const amount = z.number().min(0);

export const statistics = {
  'GET /userStats': defineEndpoint({
    summary: 'The student’s profile and figures',
    access: { who: 'student', own: 'query' },
    query: z.object({ email }),
    output: z.object({
      user: z.object({ photo: optionalPictureUrl, name, email }),
      /** How many courses are selected and not paid. */
      cartData: count,
      totalEnrolled: count,
      totalSpend: amount,
    }),
  }),

  'GET /adminStats': defineEndpoint({
    summary: 'The school’s figures',
    access: { who: 'admin', own: 'query' },
    query: z.object({ email }),
    output: z.object({
      adminInfo: z.object({ photo: optionalPictureUrl, name, email }),
      totalClasses: count,
      totalEnrolledClass: count,
      totalUser: count,
      totalTransaction: amount,
      /** What was paid on each of the last thirty days (yyyy-mm-dd, the school’s time zone). */
      earningsByDay: z.array(z.object({ day, amount })),
      /** How full the open classes are that start next (at most 24, then those that began last), by start day. */
      fillByClass: z.array(
        z.object({ name: z.string(), enrolled: count, held: count, sit: count }),
      ),
    }),
  }),

  'GET /instructorStats': defineEndpoint({
    summary:
      'The instructor’s profile, course and figures; without a course it is not-assigned and figures are zero',
    access: { who: 'instructor', own: 'query' },
    query: z.object({ email }),
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
      earned: amount,
    }),
  }),

  'GET /enrolledStudents': defineEndpoint({
    summary:
      'Who is enrolled in the instructor’s course, by entry code; searched in name, e-mail and code',
    access: { who: 'instructor', own: 'query' },
    query: listQuery(['entry_code', 'name', 'email']).extend({ email }),
    output: z.object({
      course: z.string(),
      students: z.array(z.object({ entry_code: z.string(), name: z.string(), email })),
    }),
  }),
};
