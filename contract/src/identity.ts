import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { ADMIN_BUNDLES } from './limits.ts';
import {
  birthDate,
  email,
  id,
  name,
  optionalPictureUrl,
  personName,
  phone,
  role,
  shownEmail,
} from './fields.ts';
import { instructor } from './instructors.ts';
import { textVersion } from './text-version.ts';

/** A user as admins see them, too. */
export const registeredUser = z.object({
  _id: id,
  name,
  photo: optionalPictureUrl,
  email: shownEmail,
  role,
  /** What an admin may do; missing for others. */
  bundle: z.enum(ADMIN_BUNDLES).optional(),
  /** Whether the person has confirmed their email address, as of their last log-in. */
  isVerified: z.boolean(),
  /** Missing if they gave none. */
  phone: phone.optional(),
});
registeredUser.register(z.globalRegistry, { id: 'RegisteredUser' });

/** A user (spec section 3). */
export const user = registeredUser.extend({
  /** Set for an instructor or admin who has children or seats here: they have a parent's pages, too. */
  hasFamily: z.literal(true).optional(),
  /** Missing until they first want a seat for themselves. */
  birthDate: birthDate.optional(),
});
export type User = z.output<typeof user>;
user.register(z.globalRegistry, { id: 'User' });

const ownEmail = z.object({ email });

export const identity = {
  'POST /jwt': defineEndpoint({
    summary: 'Get a session',
    access: { who: 'provider', own: 'body' },
    limited: true,
    body: ownEmail,
    output: z.object({ token: z.string() }),
    errors: ['verify_email_first', 'other_sign_in', 'address_changed', 'address_unusable'],
  }),

  'POST /userList': defineEndpoint({
    summary: 'Register as a student',
    access: { who: 'session', own: 'body' },
    limited: true,
    body: z.object({
      name: personName,
      photo: optionalPictureUrl,
      email,
      // Ignored: a new user is always a student.
      role: z.string().optional(),
      /** The version of the terms that the person agrees to. */
      terms: textVersion.optional(),
    }),
    output: z.object({ insertedId: id.nullable(), message: z.string() }),
    errors: ['address_changed', 'text_changed'],
  }),

  'GET /userInfo': defineEndpoint({
    summary: 'The caller’s user record and role',
    access: { who: 'session', own: 'query' },
    query: ownEmail,
    output: user,
    errors: ['not_found'],
  }),

  'GET /isUser': defineEndpoint({
    summary: 'Whether the caller may take seats',
    access: { who: 'registered', own: 'query', bundles: ADMIN_BUNDLES },
    query: ownEmail,
    output: z.boolean(),
  }),

  'GET /userList/admin/:email': defineEndpoint({
    summary: 'Whether the caller is an admin',
    access: { who: 'registered', own: 'params', bundles: ADMIN_BUNDLES },
    params: ownEmail,
    output: z.object({ admin: z.boolean() }),
  }),

  'GET /isInstructor': defineEndpoint({
    summary: 'Whether the caller is an instructor',
    access: { who: 'registered', own: 'query', bundles: ADMIN_BUNDLES },
    query: ownEmail,
    output: z.boolean(),
  }),

  'GET /userList/instructorInfo': defineEndpoint({
    summary: 'The caller’s instructor record',
    access: { who: 'registered', own: 'query', bundles: ADMIN_BUNDLES },
    query: ownEmail,
    output: instructor.nullable(),
  }),
};
