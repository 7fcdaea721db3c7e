import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { courseTag, details, email, id, name, optionalPictureUrl } from './fields.ts';
import { NOT_ASSIGNED } from './limits.ts';

/** An instructor, spec section 3. Without a course all of courseID, course and tag say so. */
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
    output: z.array(instructor),
  }),
};
