import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { email, id, name, optionalPictureUrl, role } from './fields.ts';
import { instructor } from './instructors.ts';

/** A person as the school stores them, spec section 3. */
export const user = z.object({ _id: id, name, photo: optionalPictureUrl, email, role });
export type User = z.output<typeof user>;

const ownEmail = z.object({ email });

export const identity = {
  'POST /jwt': defineEndpoint({
    summary: 'Session token for the e-mail that the provider’s ID token proves to be the caller’s',
    access: { who: 'provider', own: 'body' },
    limited: true,
    body: ownEmail,
    output: z.object({ token: z.string() }),
  }),

  'POST /userList': defineEndpoint({
    summary:
      'Register the caller as a student; a second registration changes nothing and has insertedId null',
    access: { who: 'session', own: 'body' },
    limited: true,
    body: z.object({
      name,
      photo: optionalPictureUrl,
      email,
      // Ignored: a new user is a student, whatever the browser says.
      role: z.string().optional(),
    }),
    output: z.object({ insertedId: id.nullable(), message: z.string() }),
  }),

  'GET /userInfo': defineEndpoint({
    summary: 'The caller’s own record, with the role',
    access: { who: 'session', own: 'query' },
    query: ownEmail,
    output: user,
    errors: ['not_found'],
  }),

  'GET /isUser': defineEndpoint({
    summary: 'Whether the caller is a student',
    access: { who: 'registered', own: 'query' },
    query: ownEmail,
    output: z.boolean(),
  }),

  'GET /userList/admin/:email': defineEndpoint({
    summary: 'Whether the caller is an admin',
    access: { who: 'registered', own: 'params' },
    params: ownEmail,
    output: z.object({ admin: z.boolean() }),
  }),

  'GET /isInstructor': defineEndpoint({
    summary: 'Whether the caller is an instructor',
    access: { who: 'registered', own: 'query' },
    query: ownEmail,
    output: z.boolean(),
  }),

  'GET /userList/instructorInfo': defineEndpoint({
    summary: 'The caller’s own instructor record, or null for who is none',
    access: { who: 'registered', own: 'query' },
    query: ownEmail,
    output: instructor.nullable(),
  }),
};
