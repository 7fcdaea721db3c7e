import type { Bind } from '../calls.ts';
import { changeSchool, showSchool } from '../school/school.service.ts';
import { getText } from '../school/texts.ts';
import type { Services } from '../services.ts';

export function bindSchool(bind: Bind, services: Services): void {
  bind('GET /texts/:name', ({ params }) => getText(params.name));
  bind('GET /school', () => showSchool(services));
  bind('PUT /school', ({ body }, { user }) => changeSchool(body, user, services));
}
