import type { Bind } from '../../calls.ts';
import type { Services } from '../../services.ts';
import { declineOffer, leaveWaitingList, waitAgain } from './answer-offer.ts';
import { changeOrder, getClassWaiting, offerToEntry } from './class-waiting.ts';
import { joinWaitingList } from './join-waiting.ts';
import { getOwnWaiting } from './own-waiting.ts';

export function bindWaiting(bind: Bind, services: Services): void {
  bind('POST /waiting/:classId', ({ params, body }, joiner) =>
    joinWaitingList({ ...params, ...body }, joiner, services),
  );

  bind('GET /myWaiting', (_input, { user }) => getOwnWaiting(user, services));

  bind('DELETE /waiting/:waitId', ({ params }, { user }) =>
    leaveWaitingList({ ...params, userId: user._id }, services),
  );

  bind('POST /waiting/:waitId/decline', ({ params }, { user }) =>
    declineOffer({ ...params, userId: user._id }, services),
  );

  bind('POST /waiting/:waitId/stillWanted', ({ params }, { user }) =>
    waitAgain({ ...params, userId: user._id }, services),
  );

  bind('GET /classWaiting/:classId', ({ params }) => getClassWaiting(params.classId, services));

  bind('PATCH /classWaiting/:classId/:waitId', ({ params, body }, { user }) =>
    changeOrder({ ...params, ...body }, user, services),
  );

  bind('POST /classWaiting/:classId/:waitId/offer', ({ params }, { user }) =>
    offerToEntry(params, user, services),
  );
}
