import type { Bind } from '../calls.ts';
import { copySeason, deleteSeasonCopies, listSeasonCopies, publishSeason } from './copy-season.ts';
import type { Services } from '../services.ts';
import { listSeasons } from './seasons.service.ts';

export function bindSeasons(bind: Bind, services: Services): void {
  bind('GET /seasons', () => listSeasons(services));

  bind('GET /seasonCopies/:season', ({ params }) => listSeasonCopies(params.season, services));

  bind('POST /seasonCopies/:season', async ({ params }, { user }) => ({
    count: await copySeason(params.season, user, services),
  }));

  bind('DELETE /seasonCopies/:season', async ({ params }, { user }) => ({
    count: await deleteSeasonCopies(params.season, user, services),
  }));

  bind('POST /seasonDrafts/:season', async ({ params }, { user }) => ({
    count: await publishSeason(params.season, user, services),
  }));
}
