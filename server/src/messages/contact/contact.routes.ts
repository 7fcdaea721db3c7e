import type { Bind } from '../../calls.ts';
import type { Services } from '../../services.ts';
import { getMessages, markMessage, receiveMessage } from './contact.service.ts';
import { getThread, replyToMessage } from './thread.ts';

export function bindContact(bind: Bind, services: Services): void {
  bind('POST /contact', async ({ body }, caller) => {
    await receiveMessage(body, caller?.user, services);
    return { status: true as const };
  });

  bind('GET /contactMessages', async ({ query }, _caller, reply) => {
    const { items, total } = await getMessages(query, services);
    reply.setTotal(total);
    return items;
  });

  bind('GET /contactMessages/:id', ({ params }) => getThread(params.id, services));

  bind('POST /contactMessages/:id/replies', async ({ params, body }, { user }) => {
    await replyToMessage(params.id, body, user, services);
    return { status: true as const };
  });

  bind('PATCH /contactMessages/:id', async ({ params, body }, { email }) => {
    await markMessage(params.id, body.isDone, email, services);
    return { status: true as const };
  });
}
