import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { putOnWaitingList, takeOffWaitingList } from '../waiting/office-waiting.ts';
import { joinWaitingList } from '../waiting/join-waiting.ts';
import { getOwnWaiting } from '../waiting/own-waiting.ts';
import { leaveWaitingList, declineOffer, waitAgain } from '../waiting/answer-offer.ts';
import { getClassWaiting, changeOrder, offerToEntry } from '../waiting/class-waiting.ts';

export function bindWaiting(bind: Bind, services: Services): void {
  bind('POST /families/:id/waiting', ({ params, body }, { user }) =>
    putOnWaitingList(params.id, body, user, services),
  );
  bind('DELETE /families/:id/waiting/:waitId', ({ params }, { user }) =>
    takeOffWaitingList(params.id, params.waitId, user, services),
  );
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
