import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { registerStudent, getUser, promoteStudent } from '../users/users.service.ts';
import { mayBook } from '../users/has-family.ts';
import { getUsers } from '../users/list-users.ts';
import { unlinkSignIn } from '../users/sign-ins.ts';
import {
  addCertificate,
  removeCertificate,
  presentOwnCertificates,
} from '../users/certificates.ts';

export function bindUsers(bind: Bind, services: Services): void {
  bind('POST /userList', async ({ body }, { session }) => {
    const insertedId = await registerStudent(body, session, services);
    return { insertedId, message: insertedId ? 'Registered' : 'Already registered' };
  });
  bind('GET /userInfo', (_input, { session }) => getUser(session, services));
  bind('GET /isUser', (_input, { user }) => mayBook(user, services));
  bind('GET /userList/admin/:email', async (_input, { user }) => ({
    admin: user.role === 'admin',
  }));
  bind('GET /isInstructor', async (_input, { user }) => user.role === 'instructor');
  bind('GET /userList', ({ query }) => getUsers(query, services));
  bind('PATCH /userList/admin/:id', async ({ params }, { user }) => {
    await promoteStudent(params, 'admin', user, services);
    return { modifiedCount: 1 as const };
  });
  bind('PATCH /makeInstructor', ({ query }, { user }) =>
    promoteStudent(query, 'instructor', user, services),
  );
  bind('DELETE /userSignIn/:id', ({ params }, { user }) => unlinkSignIn(params.id, user, services));
  bind('POST /instructors/:id/certificates', ({ params, body }, { user }) =>
    addCertificate(params.id, body, user, services),
  );
  bind('DELETE /instructors/:id/certificates/:entryId', ({ params }, { user }) =>
    removeCertificate(params, user, services),
  );
  bind('GET /myCertificates', async (_input, { user }) => presentOwnCertificates(user));
}
