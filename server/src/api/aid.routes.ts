import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { answerAid, endAid, getAidRequests } from '../aid/answer-aid.ts';
import { askForAid, getOwnAid, withdrawAid } from '../aid/ask-aid.ts';

export function bindAid(bind: Bind, services: Services): void {
  bind('GET /myAid', (_input, { user }) => getOwnAid(user, services));
  bind('POST /myAid', ({ body }, { user }) => askForAid(body, user, services));
  bind('DELETE /myAid/:id', ({ params }, { user }) => withdrawAid(params.id, user, services));
  bind('GET /aidRequests', ({ query }) => getAidRequests(query, services));
  bind('PUT /aidRequests/:id/answer', ({ params, body }, { user }) =>
    answerAid(params.id, body, user, services),
  );
  bind('DELETE /aidRequests/:id/award', ({ params }, { user }) =>
    endAid(params.id, user, services),
  );
}
