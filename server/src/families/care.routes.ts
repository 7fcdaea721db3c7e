import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getCareSheet } from './care.service.ts';
import { getContactsOf } from './contacts-of-child.ts';

export function bindCare(bind: Bind, services: Services): void {
  bind('GET /classCare/:classId', ({ params }, { user }) =>
    getCareSheet(params.classId, user, services),
  );
  bind('GET /children/:id/contacts', ({ params }, { user }) =>
    getContactsOf(params.id, user, services),
  );
}
