import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getOwnData } from './account.service.ts';
import { deleteAccount } from './delete-account.ts';
import { removeUser } from './remove-user.ts';

export function bindAccount(bind: Bind, services: Services): void {
  bind('GET /myData', (_input, { user }) => getOwnData(user, services));

  bind('DELETE /removeuser', async ({ query }, { user }) => {
    await removeUser(query.email, user, services);
    return { status: true as const };
  });

  bind('DELETE /myAccount', async ({ body }, { user }) => {
    await deleteAccount(user, body.idToken, services);
    return { status: true as const };
  });
}
