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
  bind('GET /getInstructors', ({ query }) => getInstructors(query, services));
  bind('GET /newInstructor', () => getFreeInstructors(services));

  bind('GET /myInstructorPage', async (_input, { user }) => presentPage(user));
  bind('PATCH /myInstructorPage', ({ body }, { user }) => changePage(user, body, services));

  bind('PATCH /unassignCourse/:id', ({ params, query }, { user }) =>
    unassignInstructor({ ...params, ...query }, user, services),
  );

  bind('DELETE /removeInstructor/:id', ({ params }, { user }) =>
    removeInstructor(params.id, user, services),
  );
}
