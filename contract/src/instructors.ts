import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { courseTag, details, done, email, id, name, optionalPictureUrl } from './fields.ts';
import { NOT_ASSIGNED } from './limits.ts';
import { listQuery } from './lists.ts';

/** An instructor (spec section 3). Without a course, courseID, course and tag are all not-assigned. */
export const instructor = z.object({
  _id: id,
  name,
  email,
  image: optionalPictureUrl,
  courseID: z.union([id, z.literal(NOT_ASSIGNED)]),
  course: z.string(),
  tag: z.union([courseTag, z.literal(NOT_ASSIGNED)]),
  details,
});
export type Instructor = z.output<typeof instructor>;

/** What an instructor writes about themselves. */
const instructorPage = z.object({
  photo: optionalPictureUrl,
  details,
  /** Whether visitors can see the instructor: only with a text. */
  isPublic: z.boolean(),
});
export type InstructorPage = z.output<typeof instructorPage>;

export const instructors = {
  'GET /instructors': defineEndpoint({
    summary: 'The instructors who have written something about themselves, by name',
    access: { who: 'visitor' },
    cached: true,
    output: z.array(instructor),
  }),

  'GET /getInstructors': defineEndpoint({
    summary:
      'All instructors, by name, for the admin’s list. Search looks at their name, email and course',
    access: { who: 'admin' },
    query: listQuery(['name']),
    output: z.array(instructor),
  }),

  'GET /newInstructor': defineEndpoint({
    summary: 'Instructors without a course, by name',
    access: { who: 'admin' },
    output: z.array(instructor),
  }),

  'GET /myInstructorPage': defineEndpoint({
    summary: 'What the calling instructor has written about themselves',
    access: { who: 'instructor' },
    output: instructorPage,
  }),

  'PATCH /myInstructorPage': defineEndpoint({
    summary:
      'Change the photo and text about the calling instructor. Without a text, visitors don’t see them',
    access: { who: 'instructor' },
    limited: true,
    changesCatalogue: true,
    body: z.object({ photo: optionalPictureUrl.optional(), details }),
    output: instructorPage,
    errors: ['not_found'],
  }),

  'PATCH /unassignCourse/:id': defineEndpoint({
    summary: 'Unassign an instructor from their course. The id is the instructor’s',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    output: done,
    errors: ['not_found', 'instructor_not_assigned'],
  }),

  'DELETE /removeInstructor/:id': defineEndpoint({
    summary: 'Turn an instructor without a course back into a student. The id is the instructor’s',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    output: done,
    errors: ['not_found', 'instructor_assigned'],
  }),
};
