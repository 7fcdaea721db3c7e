import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { auditNote, email, id, idToken, moment, role } from './fields.ts';
import { registeredUser } from './identity.ts';
import { ADMIN_BUNDLES } from './limits.ts';
import { listQuery, whole } from './lists.ts';

/** A user in the admin's list. */
export const listedUser = registeredUser.extend({
  /** The latest attempt to log in with this address by somebody else's account at the provider. */
  otherSignIn: z.object({ at: moment, isVerified: z.boolean() }).nullable(),
  /** Of a removed user: by whom and why, if a reason was given, and until when it can be taken back. */
  removal: z
    .object({ at: moment, by: z.string(), note: z.string().optional(), until: moment })
    .optional(),
});
export type ListedUser = z.output<typeof listedUser>;
listedUser.register(z.globalRegistry, { id: 'ListedUser' });

export const users = {
  'GET /userList': defineEndpoint({
    summary: 'Users by name',
    access: { who: 'admin' },
    query: listQuery(['name', 'email', 'role']).extend({
      role: role.optional(),
      /** Those whose removal can be taken back, instead of the others. */
      removed: z.stringbool().optional(),
      ...whole,
    }),
    output: z.array(listedUser),
  }),

  'GET /removeuser': defineEndpoint({
    summary: 'What a removal would mean',
    access: { who: 'admin' },
    query: z.object({ email }),
    /** `says`: a sentence for each thing, none if there is nothing. `obstacle`: what forbids it, or null. */
    output: z.object({ says: z.array(z.string()), obstacle: z.string().nullable() }),
    errors: ['not_found'],
  }),

  'DELETE /removeuser': defineAct({
    summary: 'Remove a user. Paid seats stay',
    access: { who: 'admin' },
    changesCatalogue: true,
    query: z.object({ email }),
    /** The spec's call has no body, so only the web app insists on a reason. */
    body: z.object({ note: auditNote.optional() }),
    errors: ['own_family', 'not_found', 'last_admin', 'instructor_assigned', 'still_owes'],
  }),

  'POST /removeuser': defineAct({
    summary: 'Undo that a user was removed',
    access: { who: 'admin' },
    changesCatalogue: true,
    query: z.object({ email }),
    /** As for the removal. `idToken`, as in a change of bundle, only for an admin. */
    body: z.object({ note: auditNote.optional(), idToken: idToken.optional() }),
    errors: ['own_family', 'not_found', 'sign_in_again'],
  }),

  'PATCH /userList/admin/:id': defineEndpoint({
    summary: 'Make a student an admin',
    access: { who: 'admin', bundles: ['director'] },
    params: z.object({ id }),
    output: z.object({ modifiedCount: z.literal(1) }),
    errors: ['not_found', 'not_a_student', 'email_not_verified'],
  }),

  'DELETE /userList/admin/:id': defineAct({
    summary: 'Make an admin a parent again',
    access: { who: 'admin', bundles: ['director'] },
    params: z.object({ id }),
    errors: ['not_found', 'own_account', 'last_admin'],
  }),

  'PATCH /adminBundle/:id': defineAct({
    summary: 'Change what an admin may do',
    access: { who: 'admin', bundles: ['director'] },
    limited: true,
    params: z.object({ id }),
    body: z.object({
      bundle: z.enum(ADMIN_BUNDLES),
      idToken,
    }),
    errors: ['not_found', 'last_director', 'sign_in_again'],
  }),

  'PATCH /makeInstructor': defineAct({
    summary: 'Make a student an instructor',
    access: { who: 'admin', bundles: ['director'] },
    changesCatalogue: true,
    query: z.object({ email }),
    errors: ['not_found', 'not_a_student', 'email_not_verified'],
  }),

  'DELETE /userSignIn/:id': defineAct({
    summary: 'Unlink a user’s sign-in',
    access: { who: 'admin', bundles: ['director'] },
    params: z.object({ id }),
    errors: ['own_family', 'not_found'],
  }),
};
