import type { Bind } from '../calls.ts';
import { getInstructor } from '../instructors/instructors.service.ts';
import type { Services } from '../services.ts';
import { findRegisteredUser, getUser, registerStudent } from '../users/users.service.ts';
import { createSessionToken } from './session-tokens.ts';

export function bindIdentity(bind: Bind, services: Services): void {
  bind('POST /jwt', async (_input, { email }) => {
    await findRegisteredUser(email, services);
    return { token: createSessionToken(email, services) };
  });

  bind('POST /userList', async ({ body }) => {
    const insertedId = await registerStudent(body, services);
    return { insertedId, message: insertedId ? 'Registered' : 'Already registered' };
  });

  bind('GET /userInfo', (_input, caller) => getUser(caller.email, services));
  bind('GET /isUser', async (_input, { user }) => user.role === 'student');
  bind('GET /userList/admin/:email', async (_input, { user }) => ({
    admin: user.role === 'admin',
  }));
  bind('GET /isInstructor', async (_input, { user }) => user.role === 'instructor');
  bind('GET /userList/instructorInfo', (_input, { email }) => getInstructor(email, services));
}
