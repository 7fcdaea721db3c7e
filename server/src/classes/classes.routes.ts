import type { Bind } from '../http/bind.ts';
import type { Services } from '../services.ts';
import { getClass, getClasses, getPopularClasses } from './classes.service.ts';

export function bindClasses(bind: Bind, services: Services): void {
  bind('GET /classes', () => getClasses(services));
  bind('GET /classes/:id', ({ params }) => getClass(params.id, services));
  bind('GET /popularclass', () => getPopularClasses(services));
}
