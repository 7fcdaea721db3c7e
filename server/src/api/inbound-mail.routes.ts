import type { InboundFields } from '../messages/contact/inbound-text.ts';
import { type ErrorRequestHandler, type RequestHandler, urlencoded } from 'express';
import { ApiError } from '../errors.ts';
import { isSigned, receiveMail, type Received } from '../messages/contact/inbound-mail.ts';
import type { Services } from '../services.ts';

/** Words only: files stay with the provider. */
const MAX_BYTES = 2 * 1024 * 1024;

/** 406 tells the provider not to try again; after 429 it does. */
const STATUS: Record<Received, number> = {
  stored: 200,
  known: 200,
  ignored: 200,
  again: 406,
  unknown: 406,
  busy: 429,
};

/**
 * Where the mail provider posts answers to the school's emails. It is not part of the contract, because only the
 * provider calls it. Without INBOUND_MAIL_KEY there is no such address. R570
 */
export function createInboundMailHandlers(
  services: Services,
): [...RequestHandler[], ErrorRequestHandler] {
  const { environment, log } = services;
  const beThere: RequestHandler = (_request, _response, next) =>
    next(environment.INBOUND_MAIL_KEY ? undefined : new ApiError('not_found'));
  const receive: RequestHandler = async (request, response) => {
    const fields = readFields(request.body);
    // Such as a form with files: the route must be `store`, not `forward`.
    if (!fields) return void response.status(406).json({ received: 'unreadable' });
    if (!isSigned(fields, services))
      return void response.status(401).json({ received: 'unsigned' });
    const received = await receiveMail(fields, services);
    if (received !== 'stored') log.info({ received }, 'an email was not put into the inbox');
    response.status(STATUS[received]).json({ received });
  };
  const refuseLarge: ErrorRequestHandler = (error: { type?: string }, _request, response, next) => {
    if (error.type !== 'entity.too.large') return next(error);
    log.warn('an answer by email was too large; the provider keeps it for some days');
    response.status(406).json({ received: 'too large' });
  };
  const read = urlencoded({ extended: false, limit: MAX_BYTES, parameterLimit: 200 });
  return [beThere, read, receive, refuseLarge];
}

/** The first value of each field. */
function readFields(body: unknown): InboundFields | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
      const first: unknown = Array.isArray(value) ? value[0] : value;
      return typeof first === 'string' ? [[name, first]] : [];
    }),
  );
}
