import type { Bind } from '../../calls.ts';
import type { Services } from '../../services.ts';
import { getMessages, markMessage, receiveMessage } from './contact.service.ts';
import { getThread, replyToMessage } from './thread.ts';

export function bindContact(bind: Bind, services: Services): void {
  bind('POST /contact', ({ body }, caller) => receiveMessage(body, caller?.user, services));

  bind('GET /contactMessages', ({ query }) => getMessages(query, services));

  bind('GET /contactMessages/:id', ({ params }) => getThread(params.id, services));

  bind('POST /contactMessages/:id/replies', ({ params, body }, { user }) =>
    replyToMessage(params.id, body, user, services),
  );

  bind('PATCH /contactMessages/:id', ({ params, body }, { email }) =>
    markMessage(params.id, body.isDone, email, services),
  );
}
