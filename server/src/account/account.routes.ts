import type { Bind } from '../http/bind.ts';
import type { Services } from '../services.ts';
import { getOwnData } from './account.service.ts';
import { deleteAccount } from './delete-account.ts';

export function bindAccount(bind: Bind, services: Services): void {
  bind('GET /myData', (_input, { user }) => getOwnData(user, services));

  bind('DELETE /myAccount', async ({ body }, { user }) => {
    await deleteAccount(user, body.idToken, services);
    return { status: true as const };
  });
}
