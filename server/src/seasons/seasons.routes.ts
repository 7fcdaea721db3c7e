import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { listSeasons } from './seasons.service.ts';

export function bindSeasons(bind: Bind, services: Services): void {
  bind('GET /seasons', () => listSeasons(services));
}
