import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { addChild, getMyChildren } from './children.service.ts';

export function bindChildren(bind: Bind, services: Services): void {
  bind('GET /myChildren', (_input, { user }) => getMyChildren(user, services));

  bind('POST /myChildren', async ({ body }, { user }) => ({
    status: true as const,
    child: await addChild(body, user, services),
  }));
}
