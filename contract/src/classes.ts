import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import {
  courseTag,
  day,
  details,
  email,
  id,
  name,
  pictureUrl,
  price,
  room,
  sit,
} from './fields.ts';
import { NOT_ASSIGNED } from './limits.ts';

/** A class (course) as everyone may see it, spec section 3. `sit` is the number of seats left. */
export const campClass = z.object({
  _id: id,
  name,
  image: pictureUrl,
  sit,
  price,
  assign_room: room,
  camp_start: day,
  camp_end: day,
  course_tag: courseTag,
  /** The instructor's name, or not-assigned. */
  instructor: z.string(),
  instructor_email: z.union([email, z.literal(NOT_ASSIGNED)]),
  details,
});
export type CampClass = z.output<typeof campClass>;

export const classes = {
  'GET /classes': defineEndpoint({
    summary: 'All classes that can be joined, by start day',
    access: { who: 'visitor' },
    output: z.array(campClass),
  }),

  'GET /classes/:id': defineEndpoint({
    summary: 'One class',
    access: { who: 'visitor' },
    params: z.object({ id }),
    output: campClass,
    errors: ['not_found'],
  }),

  'GET /popularclass': defineEndpoint({
    summary: 'At most six classes, dearest first',
    access: { who: 'visitor' },
    output: z.array(campClass),
  }),
};
