import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { cancelClass, workOff, addClass, removeClass } from '../classes/manage-classes.ts';
import {
  getAdminClasses,
  getClass,
  getClasses,
  getPopularClasses,
} from '../classes/classes.service.ts';
import { duplicateClass, publishClass, makeDraftAgain } from '../classes/drafts.ts';
import {
  addToTeam,
  changeTeamDays,
  getClassTeam,
  getMyTeams,
  takeOffTeam,
} from '../classes/team.service.ts';
import { setGroups } from '../seats/groups.ts';
import { editClass } from '../classes/update-class.ts';
import {
  copySeason,
  deleteSeasonCopies,
  listSeasonCopies,
  publishSeason,
  listSeasons,
} from '../classes/seasons.ts';

export function bindClasses(bind: Bind, services: Services): void {
  bind('GET /classes', ({ query }) => getClasses(query, services));
  bind('GET /classes/:id', ({ params }) => getClass(params.id, services));
  bind('GET /popularclass', () => getPopularClasses(services));
  bind('GET /adminClasses', ({ query }) => getAdminClasses(query, services));
  bind('POST /addCourse', async ({ body }, { user }) => ({
    status: true as const,
    insertedId: await addClass(body, user, services),
  }));
  bind('PATCH /updateClass/:id', ({ params, body }, { user }) =>
    editClass(params.id, body, user, services),
  );
  bind('POST /duplicateCourse/:id', async ({ params, query }, { user }) => ({
    status: true as const,
    insertedId: await duplicateClass(params.id, query.to, user, services),
  }));
  bind('POST /publishCourse/:id', ({ params, body }, { user }) =>
    publishClass(params.id, body, user, services),
  );
  bind('DELETE /publishCourse/:id', ({ params }, { user }) =>
    makeDraftAgain(params.id, user, services),
  );
  bind('POST /cancelClass/:id', async ({ params, body }, { user }) => {
    const seats = await cancelClass(params.id, body, user, services);
    // It takes as long as Stripe needs for each seat, so nobody waits for it.
    void workOff(seats, services);
    return { status: true as const };
  });
  bind('DELETE /removeCourse/:id', ({ params }, { user }) =>
    removeClass(params.id, user, services),
  );
  bind('GET /classTeam/:classId', ({ params }) => getClassTeam(params.classId, services));
  bind('POST /classTeam/:classId', ({ params, body }, { user }) =>
    addToTeam(params.classId, body, user, services),
  );
  bind('PATCH /classTeam/:classId/:memberId', ({ params, body }, { user }) =>
    changeTeamDays(params, body, user, services),
  );
  bind('DELETE /classTeam/:classId/:memberId', ({ params }, { user }) =>
    takeOffTeam(params, user, services),
  );
  bind('PUT /classGroups/:classId', ({ params, body }, { user }) =>
    setGroups(params.classId, body, user, services).then(() => ({ status: true as const })),
  );
  bind('GET /myTeams', (_input, { user }) => getMyTeams(user, services));
  bind('GET /seasons', () => listSeasons(services));
  bind('GET /seasonCopies/:season', ({ params }) => listSeasonCopies(params.season, services));
  bind('POST /seasonCopies/:season', async ({ params, body }, { user }) => ({
    count: await copySeason({ ...params, ...body }, user, services),
  }));
  bind('DELETE /seasonCopies/:season', async ({ params }, { user }) => ({
    count: await deleteSeasonCopies(params.season, user, services),
  }));
  bind('POST /seasonDrafts/:season', async ({ params }, { user }) => ({
    count: await publishSeason(params.season, user, services),
  }));
}
