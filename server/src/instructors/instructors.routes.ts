import type { Bind } from '../http/bind.ts';
import type { Services } from '../services.ts';
import { getInstructors } from './instructors.service.ts';

export function bindInstructors(bind: Bind, services: Services): void {
  bind('GET /instructors', () => getInstructors(services));
}
