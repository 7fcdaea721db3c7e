import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getCalendarPath, renewCalendarPath, readCalendar } from '../account/calendar.service.ts';
import { listChildrenOf } from '../families/booking.ts';
import { checkFreshProof } from '../account/check-fresh-proof.ts';
import { listAgreements } from '../account/agreements.ts';
import { getOwnData } from '../account/account.service.ts';
import { removeAdmin, changeBundle } from '../account/admins.ts';
import { claimFamily, previewMerge } from '../account/merge-families.ts';
import {
  mergeOrAsk,
  withdrawAsk,
  getAskedMerge,
  agreeToMerge,
  declineMerge,
} from '../account/ask-to-merge.ts';
import { previewRemoval, removeUser } from '../account/remove-user.ts';
import { takeBackRemoval } from '../account/take-back.ts';
import { deleteAccount } from '../account/delete-account.ts';

export function bindAccount(bind: Bind, services: Services): void {
  bind('GET /myCalendar', async (_input, { user }) => ({ path: getCalendarPath(user) }));
  bind('POST /myCalendar', async (_input, { user }) => ({
    path: await renewCalendarPath(user, services),
  }));
  bind('GET /calendars/:file', ({ params }) => readCalendar(params.file, services));
  bind('GET /myAgreements', async (_input, { user }) =>
    listAgreements(user, await listChildrenOf(user, services), services),
  );
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
  bind('POST /claimFamily', ({ body }, { user }) => claimFamily(body, user, services));
  bind('GET /families/:id/merge', ({ params, query }) =>
    previewMerge({ ...params, ...query }, services),
  );
  bind('POST /families/:id/merge', async ({ params, body }, { user }) => ({
    status: true as const,
    ...(await mergeOrAsk({ ...params, ...body }, user, services)),
  }));
  bind('DELETE /families/:id/merge', ({ params }, { user }) =>
    withdrawAsk(params.id, user, services),
  );
  bind('GET /myMerge', (_input, { user }) => getAskedMerge(user, services));
  bind('POST /myMerge', ({ body }, { user }) => agreeToMerge(body, user, services));
  bind('DELETE /myMerge', (_input, { user }) => declineMerge(user, services));
  bind('GET /removeuser', ({ query }, { user }) => previewRemoval(query.email, user, services));
  bind('DELETE /removeuser', ({ query, body }, { user }) =>
    removeUser({ ...query, ...body }, user, services),
  );
  bind('POST /removeuser', ({ query, body }, { user }) =>
    takeBackRemoval({ ...query, ...body }, user, services),
  );
  bind('DELETE /myAccount', ({ body }, { user }) => deleteAccount(user, body.idToken, services));
}
