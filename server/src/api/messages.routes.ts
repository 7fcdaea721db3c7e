import type { Request, Response } from 'express';
import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { writeSampleMail } from '../messages/samples/sample-mail.ts';
import { listCalls, noteCalls } from '../messages/calls.ts';
import { previewMessage, sendMessage } from '../messages/class-message.ts';
import { askMailTo, confirmMailTo, dropMailTo, presentMailTo } from '../messages/mail-to.ts';
import { getMyMessages } from '../messages/mails-of.ts';
import { getMailChoice } from '../messages/mail-choice.ts';
import { changeMailChoice, OPT_OUT_PAGE, optOut } from '../messages/my-mail.ts';
import {
  correctMailAddress,
  dismissMail,
  getMail,
  getOutbox,
  retryMail,
} from '../messages/outbox-list.ts';
import {
  getMessages,
  getThread,
  markMessage,
  receiveMessage,
  replyToMessage,
  writeToFamily,
} from '../messages/contact/contact.service.ts';

export function bindMessages(bind: Bind, services: Services): void {
  bind('GET /outbox', ({ query }, { user }) => getOutbox(query, services, user));
  bind('GET /outbox/:id', ({ params }, { user }) => getMail(params.id, services, user));
  bind('POST /outbox/:id/retry', ({ params }) => retryMail(params.id, services));
  bind('POST /outbox/:id/correct', ({ params, body }, { user }) =>
    correctMailAddress(params.id, body, user, services),
  );
  bind('POST /outbox/:id/dismiss', ({ params }) => dismissMail(params.id, services));
  bind('GET /calls', (_input, { user }) => listCalls(user, services));
  bind('POST /calls', ({ body }, { user }) => noteCalls(body.mailIds, user, services));
  bind('GET /myMessages', (_input, { user }) => getMyMessages(user, services));
  bind('GET /myMail', async (_input, { user }) => getMailChoice(user));
  bind('PATCH /myMail', ({ body }, { user }) => changeMailChoice(user._id, body, services));
  bind('POST /families/:id/mailTo', ({ params, body }, { user }) =>
    askMailTo(params.id, body, user, services),
  );
  bind('GET /mailTo', async (_input, { user }) => presentMailTo(user));
  bind('POST /mailTo/confirm', ({ body }, { user }) => confirmMailTo(body.token, user, services));
  bind('DELETE /mailTo', (_input, { user }) => dropMailTo(user, services));
  bind('POST /mailOptOut', async ({ query }) => ({ choice: await optOut(query.token, services) }));
  bind('POST /sampleMail', ({ body }, { user }) => writeSampleMail(body, user, services));
  bind('POST /messages/preview', ({ body }, { user }) => previewMessage(body, user, services));
  bind('POST /messages', ({ body }, { user }) => sendMessage(body, user, services));
  bind('POST /contact', ({ body }, caller) => receiveMessage(body, caller?.user, services));
  bind('GET /contactMessages', ({ query }) => getMessages(query, services));
  bind('GET /contactMessages/:id', ({ params }) => getThread(params.id, services));
  bind('POST /contactMessages/:id/replies', ({ params, body }, { user }) =>
    replyToMessage(params.id, body, user, services),
  );
  bind('POST /families/:id/messages', ({ params, body }, { user }) =>
    writeToFamily(params.id, body, user, services),
  );
  bind('PATCH /contactMessages/:id', ({ params, body }, { user }) =>
    markMessage(params.id, body.isDone, user, services),
  );
}

/** Opening an email's List-Unsubscribe address leads to the page with the button. It changes nothing by itself. R83 */
export function redirectOptOut({ query }: Request, response: Response): void {
  const token = typeof query.token === 'string' ? query.token : '';
  response.redirect(303, `${OPT_OUT_PAGE}?${new URLSearchParams({ token })}`);
}
