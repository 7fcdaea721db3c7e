import type { Bind } from '../../calls.ts';
import type { Services } from '../../services.ts';
import { getOwnData } from './account.service.ts';
import { changeBundle } from './change-bundle.ts';
import { checkFreshProof } from './check-fresh-proof.ts';
import { deleteAccount } from './delete-account.ts';
import { updateProfile } from './profile.ts';
import { removeAdmin } from './remove-admin.ts';
import { removeUser } from './remove-user.ts';

export function bindAccount(bind: Bind, services: Services): void {
  bind('PATCH /myProfile', ({ body }, { user }) => updateProfile(body, user, services));

  bind('POST /myData', async ({ body }, { user }) => {
    await checkFreshProof(user, body.idToken, services);
    return getOwnData(user, services);
  });

  bind('DELETE /userList/admin/:id', ({ params }, { user }) =>
    removeAdmin(params.id, user, services),
  );

  bind('PATCH /adminBundle/:id', ({ params, body }, { user }) =>
    changeBundle(params.id, body, user, services),
  );

  bind('DELETE /removeuser', ({ query }, { user }) => removeUser(query.email, user, services));

  bind('DELETE /myAccount', ({ body }, { user }) => deleteAccount(user, body.idToken, services));
}
