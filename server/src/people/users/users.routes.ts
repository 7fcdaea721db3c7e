import type { Bind } from '../../calls.ts';
import type { Services } from '../../services.ts';
import { unlinkSignIn } from './unlink-sign-in.ts';
import { getAllUsers, getUsers } from './list-users.ts';
import { promoteStudent } from './users.service.ts';

export function bindUsers(bind: Bind, services: Services): void {
  bind('GET /userList', ({ query }) =>
    query.all ? getAllUsers(query, services) : getUsers(query, services),
  );

  bind('PATCH /userList/admin/:id', async ({ params }, { user }) => {
    await promoteStudent(params, 'admin', user, services);
    return { modifiedCount: 1 as const };
  });

  bind('PATCH /makeInstructor', ({ query }, { user }) =>
    promoteStudent(query, 'instructor', user, services),
  );

  bind('DELETE /userSignIn/:id', ({ params }, { user }) => unlinkSignIn(params.id, user, services));
}
