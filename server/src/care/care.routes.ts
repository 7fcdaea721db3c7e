import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getCareSheet } from './care.service.ts';

export function bindCare(bind: Bind, services: Services): void {
  bind('GET /classCare/:classId', ({ params }, { user }) =>
    getCareSheet(params.classId, user, services),
  );
}
