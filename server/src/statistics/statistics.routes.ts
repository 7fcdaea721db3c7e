import type { Bind } from '../http/bind.ts';
import type { Services } from '../services.ts';
import { getStudentStatistics } from './statistics.service.ts';

export function bindStatistics(bind: Bind, services: Services): void {
  bind('GET /userStats', (_input, { user }) => getStudentStatistics(user, services));
}
