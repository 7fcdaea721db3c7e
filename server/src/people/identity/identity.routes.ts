import type { Bind } from '../../calls.ts';
import { getInstructor } from '../instructors/instructors.service.ts';
import type { Services } from '../../services.ts';
import { mayBook } from '../users/has-family.ts';
import { getUser, registerStudent } from '../users/users.service.ts';
import { openSession } from './open-session.ts';

export function bindIdentity(bind: Bind, services: Services): void {
  bind('POST /jwt', async (_input, { proof }) => ({ token: await openSession(proof, services) }));

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
  bind('GET /userList/instructorInfo', (_input, { email }) => getInstructor(email, services));
}
