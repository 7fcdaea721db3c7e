import { Router, type Request, type Response } from 'express';
import type { SentLink } from '../auth/sent-links.ts';
import { readUrl } from '../http/handle.ts';
import { setPageHeaders } from '../http/page.ts';
import type { Table } from '../storage/store.ts';
import { answerMail, type AnswerTarget } from './answer-mail.ts';
import { renderInbox, renderMessage, renderMissing } from './inbox-pages.ts';
import type { Message } from './message.ts';

/** What the inbox lists: the emails of the app, and those of Firebase, which are a link only. */
export type Entry = Message | SentLink;

/**
 * The pages /inbox for people, and /inbox.json for tests. `?to=` is an address, `?q=` a text to look for.
 * @param target where an answer that somebody types there goes
 */
export function createInboxRouter(
  messages: Table<Message>,
  listLinks: (url: URL) => SentLink[],
  target: AnswerTarget,
): Router {
  const router = Router();

  function list(request: Request): Entry[] {
    const url = readUrl(request);
    const to = url.searchParams.get('to')?.toLowerCase();
    const text = url.searchParams.get('q')?.trim().toLowerCase();
    return [...messages.rows(), ...listLinks(url)]
      .toReversed()
      .sort((a, b) => b.sentAt.localeCompare(a.sentAt))
      .filter((entry) => !to || entry.to.toLowerCase() === to)
      .filter((entry) => !text || describe(entry).includes(text));
  }

  /** Answers with one email, or says that it is gone. */
  function show(answer: (message: Message, request: Request, response: Response) => unknown) {
    return (request: Request<{ id: string }>, response: Response) => {
      const message = messages.get(request.params.id);
      setPageHeaders(response);
      if (message) answer(message, request as Request, response);
      else response.status(404).send(renderMissing());
    };
  }

  router.get('/inbox.json', (request, response) => {
    response.set('Cache-Control', 'no-store').json(list(request));
  });
  router.get('/inbox', (request, response) => {
    setPageHeaders(response);
    response.send(renderInbox(list(request), readUrl(request).searchParams));
  });
  router.get(
    '/inbox/:id',
    show((message, _request, response) => response.send(renderMessage(message))),
  );
  router.post(
    '/inbox/:id/answer',
    show(async (message, request, response) => {
      const form = new URLSearchParams(String(request.body));
      const text = form.get('text') ?? '';
      const said = await answerMail(
        message,
        { text, from: form.get('from') || message.to },
        target,
      );
      response.send(renderMessage(message, said));
    }),
  );
  router.get(
    '/inbox/:id/html',
    show((message, _request, response) => {
      response.set('Content-Security-Policy', CONTENT_RULES).send(openLinksInTabs(message.html));
    }),
  );
  router.get(
    '/inbox/:id/files/:number',
    show((message, request, response) => {
      const file = message.attachments[Number(request.params['number'])];
      if (!file) return void response.status(404).send(renderMissing());
      response
        .attachment(file.name)
        .type('application/octet-stream')
        .send(Buffer.from(file.content, file.encoding));
    }),
  );
  return router;
}

/** An email may contain anything: it runs no script, sends nothing, and has no origin. Its links open in a new tab. */
const CONTENT_RULES =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

function openLinksInTabs(html: string): string {
  const base = '<base target="_blank">';
  return /<head[\s>]/i.test(html)
    ? html.replace(/<head(\s[^>]*)?>/i, (head) => head + base)
    : base + html;
}

function describe(entry: Entry): string {
  const text = 'text' in entry ? `${entry.toName} ${entry.text}` : '';
  return `${entry.to} ${entry.subject} ${entry.from?.address ?? ''} ${text}`.toLowerCase();
}
