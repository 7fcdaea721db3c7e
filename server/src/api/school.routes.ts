import type { Bind } from '../calls.ts';
import { changeSchool, showSchool } from '../school/school.service.ts';
import { readText } from '../school/text-versions.ts';
import type { Services } from '../services.ts';

export function bindSchool(bind: Bind, services: Services): void {
  bind('GET /texts/:name', ({ params, query }) => readText(params.name, query, services));
  bind('GET /school', () => showSchool(services));
  bind('PUT /school', ({ body }, { user }) => changeSchool(body, user, services));
}
