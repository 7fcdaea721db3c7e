import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import {
  courseTag,
  day,
  details,
  done,
  email,
  id,
  name,
  pictureUrl,
  price,
  room,
  sit,
} from './fields.ts';
import { NOT_ASSIGNED } from './limits.ts';
import { listQuery } from './lists.ts';

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
  /** Counts an admin’s changes: whoever changes the class says which one they saw. */
  revision: z.int().min(0),
});
export type CampClass = z.output<typeof campClass>;

export const classes = {
  'GET /classes': defineEndpoint({
    summary: 'All classes that can be joined, by start day; searched in name and instructor',
    access: { who: 'visitor' },
    cached: true,
    query: listQuery(['camp_start', 'price', 'sit', 'name']).extend({
      /** Only with seats left. */
      free: z.stringbool().optional(),
      /** The month of the start day, yyyy-mm. */
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
        .optional(),
      min_price: z.coerce.number().min(0).optional(),
      max_price: z.coerce.number().min(0).optional(),
    }),
    output: z.array(campClass),
  }),

  'GET /classes/:id': defineEndpoint({
    summary: 'One class',
    access: { who: 'visitor' },
    cached: true,
    params: z.object({ id }),
    output: campClass,
    errors: ['not_found'],
  }),

  'GET /popularclass': defineEndpoint({
    summary: 'At most six classes, dearest first',
    access: { who: 'visitor' },
    cached: true,
    output: z.array(campClass),
  }),

  'GET /adminClasses': defineEndpoint({
    summary: 'All open classes, by start day, for the admin’s list',
    access: { who: 'admin' },
    output: z.array(campClass),
  }),

  'POST /addCourse': defineEndpoint({
    summary: 'Add a class, taught by an instructor who has none',
    access: { who: 'admin' },
    changesCatalogue: true,
    body: z
      .object({
        name,
        image: pictureUrl,
        sit,
        price,
        assign_room: room,
        camp_start: day,
        camp_end: day,
        course_tag: courseTag,
        instructor_email: email,
        // Sent by the web app, spec section 7, and not used: the instructor has a name of their own.
        'instructor-name': z.string().optional(),
        details,
      })
      .refine(({ camp_start, camp_end }) => camp_start <= camp_end, {
        path: ['camp_end'],
        message: 'The end can not be before the start',
      }),
    output: z.object({ status: z.literal(true), insertedId: id }),
    errors: ['not_found', 'instructor_taken', 'tag_taken'],
  }),

  'PATCH /updateClass/:id': defineEndpoint({
    summary: 'Change a class; an instructor only while it has none',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    body: z.object({
      name,
      sit,
      /** The seats left that the form was opened with: refused if somebody joined or left since. */
      opened_sit: sit.optional(),
      /** The revision that the form was opened with: refused if another admin changed the class since. */
      revision: z.int().min(0).optional(),
      price,
      assign_room: room,
      course_tag: courseTag,
      inst_email: z.union([email, z.literal(NOT_ASSIGNED), z.literal('')]).optional(),
      instructor: z.string().optional(),
      details: details.optional(),
    }),
    output: done,
    errors: [
      'not_found',
      'seats_changed',
      'class_changed',
      'instructor_taken',
      'instructor_assigned',
      'tag_taken',
      'tag_in_use',
    ],
  }),

  'DELETE /removeCourse/:id': defineEndpoint({
    summary: 'Close a class without an instructor: held seats are given up, who paid still sees it',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    output: done,
    errors: ['not_found', 'instructor_assigned'],
  }),
};
