import type { Bind } from '../../calls.ts';
import type { Services } from '../../services.ts';
import { unlinkSignIn } from './unlink-sign-in.ts';
import { getAllUsers, getUsers, promoteStudent } from './users.service.ts';

export function bindUsers(bind: Bind, services: Services): void {
  bind('GET /userList', async ({ query }, _caller, reply) => {
    if (query.all) return getAllUsers(query, services);
    const { items, total } = await getUsers(query, services);
    reply.setTotal(total);
    return items;
  });

  bind('PATCH /userList/admin/:id', async ({ params }, { user }) => {
    await promoteStudent(params, 'admin', user, services);
    return { modifiedCount: 1 as const };
  });

  bind('PATCH /makeInstructor', async ({ query }, { user }) => {
    await promoteStudent(query, 'instructor', user, services);
    return { status: true as const };
  });

  bind('DELETE /userSignIn/:id', async ({ params }, { user }) => {
    await unlinkSignIn(params.id, user, services);
    return { status: true as const };
  });
}
