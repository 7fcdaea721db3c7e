import type { Bind } from '../calls.ts';
import { inviteAgain, inviteInstructor } from '../instructors/invite-instructor.ts';
import type { Services } from '../services.ts';
import {
  getInstructor,
  getPublicInstructors,
  getListedInstructors,
  getFreeInstructors,
  presentPage,
  changePage,
  unassignInstructor,
  removeInstructor,
} from '../instructors/instructors.service.ts';

export function bindInstructors(bind: Bind, services: Services): void {
  bind('GET /userList/instructorInfo', (_input, { user }) => getInstructor(user, services));
  bind('GET /instructors', () => getPublicInstructors(services));
  bind('GET /getInstructors', ({ query }) => getListedInstructors(query, services));
  bind('POST /instructors', ({ body }, { user }) => inviteInstructor(body, user, services));
  bind('POST /instructors/:id/invite', ({ params }, { user }) =>
    inviteAgain(params.id, user, services),
  );
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
