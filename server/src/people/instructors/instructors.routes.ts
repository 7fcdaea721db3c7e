import type { Bind } from '../../calls.ts';
import type { Services } from '../../services.ts';
import { changePage, presentPage } from './instructor-page.ts';
import {
  getFreeInstructors,
  getInstructors,
  getPublicInstructors,
  removeInstructor,
  unassignInstructor,
} from './instructors.service.ts';

export function bindInstructors(bind: Bind, services: Services): void {
  bind('GET /instructors', () => getPublicInstructors(services));
  bind('GET /getInstructors', async ({ query }, _caller, reply) => {
    const { items, total } = await getInstructors(query, services);
    reply.setTotal(total);
    return items;
  });
  bind('GET /newInstructor', () => getFreeInstructors(services));

  bind('GET /myInstructorPage', async (_input, { user }) => presentPage(user));
  bind('PATCH /myInstructorPage', ({ body }, { user }) => changePage(user, body, services));

  bind('PATCH /unassignCourse/:id', async ({ params, query }, { user }) => {
    await unassignInstructor({ ...params, ...query }, user, services);
    return { status: true as const };
  });

  bind('DELETE /removeInstructor/:id', async ({ params }, { user }) => {
    await removeInstructor(params.id, user, services);
    return { status: true as const };
  });
}
