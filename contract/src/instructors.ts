import * as z from 'zod';
import { listedCertificate } from './certificates.ts';
import { defineAct, defineEndpoint } from './endpoint.ts';
import {
  campDays,
  courseTag,
  details,
  email,
  id,
  name,
  newId,
  optionalPictureUrl,
  personName,
  timeOfDay,
} from './fields.ts';
import { NOT_ASSIGNED } from './limits.ts';
import { listQuery } from './lists.ts';

/** A course as its instructor's record names it. */
const taughtCourse = z.object({
  _id: id,
  name,
  tag: courseTag,
  ...campDays,
  dailyStart: timeOfDay.nullable(),
  dailyEnd: timeOfDay.nullable(),
});
export type TaughtCourse = z.output<typeof taughtCourse>;
taughtCourse.register(z.globalRegistry, { id: 'TaughtCourse' });

/**
 * An instructor (spec section 3). Without a course, courseID, course and tag are all not-assigned; with several, they
 * are those of the next one that is not over.
 */
export const instructor = z.object({
  _id: id,
  name,
  email,
  image: optionalPictureUrl,
  courseID: z.union([id, z.literal(NOT_ASSIGNED)]),
  course: z.string(),
  tag: z.union([courseTag, z.literal(NOT_ASSIGNED)]),
  details,
  /** All their courses, by first day. */
  courses: z.array(taughtCourse),
});
export type Instructor = z.output<typeof instructor>;
instructor.register(z.globalRegistry, { id: 'Instructor' });

/** As an admin's list has them. */
const listedInstructor = instructor.extend({
  /** Newest first. */
  certificates: z.array(listedCertificate),
  /** Nobody has signed up with the address yet. */
  isInvited: z.literal(true).optional(),
});
export type ListedInstructor = z.output<typeof listedInstructor>;
listedInstructor.register(z.globalRegistry, { id: 'ListedInstructor' });

/** What an instructor shows of themselves. */
const instructorPage = z.object({
  photo: optionalPictureUrl,
  details,
  /** Whether the pages of classes that they help in as an assistant show their name and photo. */
  isNamed: z.boolean(),
});
export type InstructorPage = z.output<typeof instructorPage>;
instructorPage.register(z.globalRegistry, { id: 'InstructorPage' });

export const instructors = {
  'GET /instructors': defineEndpoint({
    summary: 'All instructors, by name',
    access: { who: 'visitor' },
    cached: true,
    output: z.array(instructor),
  }),

  'GET /getInstructors': defineEndpoint({
    summary: 'Instructors, with certificates',
    access: { who: 'admin' },
    query: listQuery(['name']),
    output: z.array(listedInstructor),
  }),

  'POST /instructors': defineAct({
    summary: 'Invite an instructor',
    access: { who: 'admin', bundles: ['director'] },
    changesCatalogue: true,
    limited: true,
    body: z.object({ id: newId, name: personName, email }),
    errors: ['account_exists', 'request_used'],
  }),

  'POST /instructors/:id/invite': defineAct({
    summary: 'Invite an instructor again',
    access: { who: 'admin', bundles: ['director'] },
    limited: true,
    params: z.object({ id }),
    errors: ['not_found', 'invited_today'],
  }),

  'GET /newInstructor': defineEndpoint({
    summary: 'Instructors for a class',
    access: { who: 'admin' },
    output: z.array(instructor),
  }),

  'GET /myInstructorPage': defineEndpoint({
    summary: 'The caller’s own page',
    access: { who: 'instructor' },
    output: instructorPage,
  }),

  'PATCH /myInstructorPage': defineEndpoint({
    summary: 'Change one’s own page',
    access: { who: 'instructor' },
    limited: true,
    changesCatalogue: true,
    body: z
      .object({
        photo: optionalPictureUrl.optional(),
        details: details.optional(),
        isNamed: z.boolean().optional(),
      })
      .refine((change) => Object.values(change).some((value) => value !== undefined), {
        message: 'Say what to change.',
      }),
    output: instructorPage,
    errors: ['not_found'],
  }),

  'PATCH /unassignCourse/:id': defineAct({
    summary: 'Unassign an instructor from a course',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    query: z.object({ classId: id.optional() }),
    errors: ['not_found', 'instructor_not_assigned', 'several_courses'],
  }),

  'DELETE /removeInstructor/:id': defineAct({
    summary: 'Make an instructor a student',
    access: { who: 'admin', bundles: ['director'] },
    changesCatalogue: true,
    params: z.object({ id }),
    errors: ['not_found', 'instructor_assigned'],
  }),
};
