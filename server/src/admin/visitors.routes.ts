import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { countVisit } from './visitors.service.ts';

export function bindVisitors(bind: Bind, services: Services): void {
  bind('POST /connect', async () => ({
    connected: true as const,
    visitsToday: await countVisit(services),
  }));

  bind('GET /health', async () => {
    await services.database.ping();
    return { status: 'ok' as const };
  });
}
