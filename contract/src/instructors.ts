import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { courseTag, details, done, email, id, name, optionalPictureUrl } from './fields.ts';
import { NOT_ASSIGNED } from './limits.ts';

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

export const instructors = {
  'GET /instructors': defineEndpoint({
    summary: 'All instructors, by name',
    access: { who: 'visitor' },
    cached: true,
    output: z.array(instructor),
  }),

  'GET /getInstructors': defineEndpoint({
    summary: 'All instructors, by name, for the admin’s list',
    access: { who: 'admin' },
    output: z.array(instructor),
  }),

  'GET /newInstructor': defineEndpoint({
    summary: 'Instructors without a course, by name',
    access: { who: 'admin' },
    output: z.array(instructor),
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
