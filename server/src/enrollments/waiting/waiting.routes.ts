import type { Bind } from '../../calls.ts';
import type { Services } from '../../services.ts';
import { declineOffer, leaveWaitingList, waitAgain } from './answer-offer.ts';
import { changeOrder, getClassWaiting, offerToEntry } from './class-waiting.ts';
import { joinWaitingList } from './join-waiting.ts';
import { getOwnWaiting } from './own-waiting.ts';

const DONE = { status: true as const };

export function bindWaiting(bind: Bind, services: Services): void {
  bind('POST /waiting/:classId', ({ params, body }, joiner) =>
    joinWaitingList({ ...params, ...body }, joiner, services),
  );

  bind('GET /myWaiting', (_input, { user }) => getOwnWaiting(user, services));

  bind('DELETE /waiting/:waitId', async ({ params }, { email }) => {
    await leaveWaitingList({ ...params, email }, services);
    return DONE;
  });

  bind('POST /waiting/:waitId/decline', async ({ params }, { email }) => {
    await declineOffer({ ...params, email }, services);
    return DONE;
  });

  bind('POST /waiting/:waitId/stillWanted', async ({ params }, { email }) => {
    await waitAgain({ ...params, email }, services);
    return DONE;
  });

  bind('GET /classWaiting/:classId', ({ params }) => getClassWaiting(params.classId, services));

  bind('PATCH /classWaiting/:classId/:waitId', async ({ params, body }, { user }) => {
    await changeOrder({ ...params, ...body }, user, services);
    return DONE;
  });

  bind('POST /classWaiting/:classId/:waitId/offer', async ({ params }, { user }) => {
    await offerToEntry(params, user, services);
    return DONE;
  });
}
